import { deliveryStates } from '#contract/enums';
import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { isFinal } from './states.ts';

const retentionMilliseconds = 90 * 86_400_000;

/** Small enough that no writer waits long. */
const batchSize = 200;

const finalStates = [...deliveryStates.keys()].filter(isFinal);

/** Deletes the sources of final mails 90 days after their last change; their deliveries stay. */
export const deleteOldSources = async (database: Database, now: number, signal?: AbortSignal): Promise<number> =>
  (await deleteRows(database, now, signal)) + (await releaseFiles(database, now, signal));

const releaseFiles = (database: Database, now: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const rows = await writes
        .selectFrom('deliveries')
        .select('n')
        .where('source_sha256', 'is not', null)
        .where('updated_at', '<', now - retentionMilliseconds)
        .where('state', 'in', finalStates)
        .limit(limit)
        .execute();
      const numbers = rows.map(({ n }) => n);
      if (numbers.length > 0)
        await writes.updateTable('deliveries').set({ source_sha256: null }).where('n', 'in', numbers).execute();
      return rows.length;
    },
    signal,
    batchSize,
  );

const deleteRows = (database: Database, now: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const rows = await writes
        .selectFrom('delivery_sources')
        .innerJoin('deliveries', 'deliveries.n', 'delivery_sources.delivery_n')
        .select('delivery_n')
        .where('deliveries.updated_at', '<', now - retentionMilliseconds)
        .where('deliveries.state', 'in', finalStates)
        .limit(limit)
        .execute();
      const numbers = rows.map(({ delivery_n }) => delivery_n);
      if (numbers.length > 0) await writes.deleteFrom('delivery_sources').where('delivery_n', 'in', numbers).execute();
      return rows.length;
    },
    signal,
    batchSize,
  );
