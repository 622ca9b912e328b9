import type { Database, Writes } from './database.ts';

/** Few enough that nobody waits long for the lock after a busy night, and no statement meets the time that one may take. */
const mostAtOnce = 500;

/** Removes at most so many rows, and answers how many. */
export type RemoveSome = (writes: Writes, most: number) => Promise<number>;

/**
 * Removes rows a few at a time, each few in a transaction of their own, until none are left.
 *
 * @param ending what is left then goes another time
 * @returns how many were removed
 */
export const removeInParts = async (
  database: Database,
  removeSome: RemoveSome,
  ending?: AbortSignal,
): Promise<number> => {
  let sum = 0;
  for (let removed = mostAtOnce; removed === mostAtOnce && !ending?.aborted; sum += removed) {
    removed = await database.transaction(writes => removeSome(writes, mostAtOnce));
  }
  return sum;
};
