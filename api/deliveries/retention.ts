import { deliveryStates } from '#contract/enums';
import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { isFinal } from './states.ts';

/** The rows that one transaction changes: few, so that no other writer waits long. */
const batchSize = 200;

const finalStates = [...deliveryStates.keys()].filter(isFinal);

/**
 * Deletes the sources of final mails that last changed before a time. Their deliveries stay. The time is in
 * milliseconds since 1970.
 * @returns the number of deleted sources
 */
export const deleteOldSources = async (database: Database, before: number, signal?: AbortSignal): Promise<number> =>
  (await deleteRows(database, before, signal)) + (await releaseFiles(database, before, signal));

const releaseFiles = (database: Database, before: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const rows = await writes
        .selectFrom('deliveries')
        .select('n')
        .where('source_sha256', 'is not', null)
        .where('updated_at', '<', before)
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

const deleteRows = (database: Database, before: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const rows = await writes
        .selectFrom('delivery_sources')
        .innerJoin('deliveries', 'deliveries.n', 'delivery_sources.delivery_n')
        .select('delivery_n')
        .where('deliveries.updated_at', '<', before)
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
