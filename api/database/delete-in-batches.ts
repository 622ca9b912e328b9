import type { Database, WriteTransaction } from './database.ts';

/** Small enough that no writer waits long for the lock and no statement times out. */
const batchSize = 500;

/** Deletes at most `limit` rows and returns their number. */
export type DeleteBatch = (writes: WriteTransaction, limit: number) => Promise<number>;

/**
 * Deletes rows in batches, each in its own transaction, until none are left.
 *
 * @param signal if it is aborted, the deletion stops after the current batch
 * @param limit the maximum number of rows of one transaction
 * @returns the number of deleted rows
 */
export const deleteInBatches = async (
  database: Database,
  deleteBatch: DeleteBatch,
  signal?: AbortSignal,
  limit = batchSize,
): Promise<number> => {
  let total = 0;
  for (let removed = limit; removed === limit && !signal?.aborted; total += removed) {
    removed = await database.transaction(writes => deleteBatch(writes, limit));
  }
  return total;
};
