import type { Database } from '../database/database.ts';
import { held, queued, sending } from './states.ts';
import { enqueueSending } from './store.ts';

/**
 * Enqueues the missing jobs of waiting mail, such as jobs that administrators discarded. Held mail has a job if it waits
 * for its time, or for a file scan.
 */
export const ensureSending = async ({ read, transaction }: Database): Promise<void> => {
  const rows = await read
    .selectFrom('deliveries')
    .leftJoin('jobs', join => join.onRef('jobs.key', '=', 'deliveries.id').on('jobs.kind', '=', 'send_delivery'))
    .select('deliveries.id')
    .where('deliveries.state', 'in', [held, queued, sending])
    .where(({ eb, or }) => or([eb('reason', 'is', null), eb('reason', '=', 'file_not_scanned')]))
    .where('jobs.n', 'is', null)
    .execute();
  if (rows.length === 0) return;
  await transaction(async writes => {
    for (const row of rows) await enqueueSending(writes, row);
  });
};
