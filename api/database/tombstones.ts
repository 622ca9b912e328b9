import type { DeletableResource } from '#contract/resources';
import type { Queries, WriteTransaction } from './database.ts';

/** Stores a tombstone: the id is never assigned again, and its URL returns 410. */
export const markDeleted = async (
  writes: WriteTransaction,
  kind: DeletableResource,
  key: string,
  now: number,
): Promise<void> => {
  await writes.insertInto('tombstones').values({ kind, key, deleted_at: now }).execute();
};

export const isMarkedDeleted = async (queries: Queries, kind: DeletableResource, key: string): Promise<boolean> => {
  const row = await queries
    .selectFrom('tombstones')
    .select('key')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
};
