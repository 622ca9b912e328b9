import type { Database } from '../database/database.ts';
import { isFinal } from './states.ts';

const keptMilliseconds = 90 * 86_400_000;

/** Small enough that no writer waits long. */
const batchSize = 200;

/** Deletes the sources of mails that ended 90 days ago; what became of them stays. */
export const deleteOldSources = async (database: Database, now: number, signal?: AbortSignal): Promise<void> => {
  const finalStates = Array.from({ length: 8 }, (_, state) => state).filter(isFinal);
  for (let deleted = batchSize; deleted === batchSize && !signal?.aborted; ) {
    deleted = await database.transaction(async writes => {
      const rows = await writes
        .selectFrom('delivery_sources')
        .innerJoin('deliveries', 'deliveries.n', 'delivery_sources.delivery_n')
        .select('delivery_n')
        .where('deliveries.created_at', '<', now - keptMilliseconds)
        .where('deliveries.state', 'in', finalStates)
        .limit(batchSize)
        .execute();
      const numbers = rows.map(({ delivery_n }) => delivery_n);
      if (numbers.length > 0) await writes.deleteFrom('delivery_sources').where('delivery_n', 'in', numbers).execute();
      return rows.length;
    });
  }
};
