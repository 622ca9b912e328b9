import type { Database, WriteTransaction } from './database.ts';

/** Small enough that no writer waits long for the lock and no statement times out. */
const batchSize = 500;

/** Deletes at most `limit` rows and returns their number. */
export type DeleteBatch = (writes: WriteTransaction, limit: number) => Promise<number>;

/**
 * Deletes rows in batches, each in its own transaction, until none are left.
 *
 * @param shutdown stops after the current batch
 * @returns the number of deleted rows
 */
export const deleteInBatches = async (
  database: Database,
  deleteBatch: DeleteBatch,
  shutdown?: AbortSignal,
): Promise<number> => {
  let total = 0;
  for (let removed = batchSize; removed === batchSize && !shutdown?.aborted; total += removed) {
    removed = await database.transaction(writes => deleteBatch(writes, batchSize));
  }
  return total;
};
