import { sql } from 'kysely';
import type { ViewDraft } from '#contract';
import { incrementCounter, nextId, reserveId } from '../database/counters.ts';
import type { Queries, Writes } from '../database/database.ts';
import type { SortColumn } from '../database/keyset.ts';
import { createScan, type KeysetPage, type PageAnchor, readPage } from '../database/page.ts';
import { markDeleted } from '../database/tombstones.ts';
import type { ViewRow } from './shape.ts';

/** Finds a view by id; inside a transaction, locks its row until the end. */
export const findView = async (queries: Queries, id: string): Promise<ViewRow | null> => {
  const query = queries.selectFrom('views').selectAll().where('id', '=', id);
  const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  return row ?? null;
};

/** Reads one page of the views that a person may see. */
export const readViewPage = (
  queries: Queries,
  personId: string,
  sort: readonly SortColumn[],
  anchor: PageAnchor,
  limit: number,
): Promise<KeysetPage<ViewRow>> =>
  readPage(
    createScan(queries.selectFrom('views').selectAll().where(visibleTo(personId)), 'views'),
    sort,
    anchor,
    limit,
  );

/** Counts the views that a person may see. */
export const countViews = async (queries: Queries, personId: string): Promise<{ count: number; exact: true }> => {
  const { count } = await queries
    .selectFrom('views')
    .where(visibleTo(personId))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, exact: true };
};

/** Inserts a view under the given id, or under the next decimal one. */
export const insertView = async (
  writes: Writes,
  draft: ViewDraft,
  { ownerId, now }: { ownerId: string; now: number },
  id?: string,
): Promise<ViewRow> => {
  if (id !== undefined) await reserveId(writes, 'view', id);
  const row = await writes
    .insertInto('views')
    .values({
      id: id ?? (await nextId(writes, 'view')),
      version: 1,
      created_at: now,
      updated_at: now,
      ...toColumns(draft),
      owner_id: ownerId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await incrementCounter(writes, 'views.changes');
  return row;
};

/** Updates a view. */
export const updateStoredView = async (
  writes: Writes,
  { n, version }: ViewRow,
  draft: ViewDraft,
  now: number,
): Promise<ViewRow> => {
  const row = await writes
    .updateTable('views')
    .set({ ...toColumns(draft), version: version + 1, updated_at: now })
    .where('n', '=', n)
    .returningAll()
    .executeTakeFirstOrThrow();
  await incrementCounter(writes, 'views.changes');
  return row;
};

/** Deletes a view permanently. */
export const removeView = async (writes: Writes, { n, id }: ViewRow, now: number): Promise<void> => {
  await writes.deleteFrom('views').where('n', '=', n).execute();
  await markDeleted(writes, 'view', id, now);
  await incrementCounter(writes, 'views.changes');
};

const toColumns = ({ name, query, shared }: ViewDraft) => ({ name, query, shared: shared ? 1 : 0 });

/** Limits a query to views that a person may see. */
const visibleTo = (personId: string) => sql<boolean>`(views.shared = 1 or views.owner_id = ${personId})`;
