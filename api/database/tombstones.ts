import type { Queries, Writes } from './database.ts';
import type { TombstoneKind } from './schema.ts';

/** Remembers for good that a thing was deleted: its id is never given out again. */
export const bury = async (writes: Writes, kind: TombstoneKind, key: string, now: number): Promise<void> => {
  await writes.insertInto('tombstones').values({ kind, key, deleted_at: now }).execute();
};

/** Whether a thing was deleted. */
export const isBuried = async (queries: Queries, kind: TombstoneKind, key: string): Promise<boolean> => {
  const row = await queries
    .selectFrom('tombstones')
    .select('key')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
};
