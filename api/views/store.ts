import { sql } from 'kysely';
import type { ViewDraft } from '#contract';
import { replaceTagInQuery } from '#contract/saved-query';
import type { Actor } from '../database/change-log.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type ViewRow, viewColumns } from './representation.ts';

/** Stores saved views. Each write invalidates the cached lists. */
export type ViewStore = ReturnType<typeof createViewStore>;

export const createViewStore = () => {
  const findRow = prepareFind<{ id: string }, ViewRow>((queries, value) =>
    queries.selectFrom('views').selectAll().where('id', '=', value('id')),
  );

  return {
    /** Finds a view by id; inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<ViewRow | null> => findRow(queries, { id }),

    /** Inserts a view under the given id, or under the next decimal id. */
    async insert(writes: WriteTransaction, draft: ViewDraft, { personId, now }: Actor, id?: string): Promise<ViewRow> {
      const row = await writes
        .insertInto('views')
        .values({ ...(await newRowColumns(writes, 'view', now, id)), ...viewColumns(draft), owner_id: personId })
        .returningAll()
        .executeTakeFirstOrThrow();
      await incrementCounter(writes, 'views.changes');
      return row;
    },

    async update(
      writes: WriteTransaction,
      { n, version }: ViewRow,
      draft: ViewDraft,
      { now }: Actor,
    ): Promise<ViewRow> {
      const row = await writes
        .updateTable('views')
        .set({ ...viewColumns(draft), version: version + 1, updated_at: now })
        .where('n', '=', n)
        .returningAll()
        .executeTakeFirstOrThrow();
      await incrementCounter(writes, 'views.changes');
      return row;
    },

    /** Locks all views whose query may name a tag. */
    async lockForTag(writes: WriteTransaction): Promise<void> {
      await selectViewsWithFilters(writes).forUpdate().execute();
    },

    /** Replaces a tag in the queries of all views. Call `lockForTag` first. */
    async replaceTag(writes: WriteTransaction, tag: string, into: string, now: number): Promise<void> {
      const rows = await selectViewsWithFilters(writes).execute();
      for (const { n, query } of rows) {
        const replaced = replaceTagInQuery(query, tag, into);
        if (replaced === query) continue;
        await writes
          .updateTable('views')
          .set({ query: replaced, version: sql`version + 1`, updated_at: now })
          .where('n', '=', n)
          .execute();
        await incrementCounter(writes, 'views.changes');
      }
    },

    /** Deletes a view permanently. */
    async remove(writes: WriteTransaction, { n, id }: ViewRow, { now }: Actor): Promise<void> {
      await writes.deleteFrom('views').where('n', '=', n).execute();
      await markDeleted(writes, 'view', id, now);
      await incrementCounter(writes, 'views.changes');
    },
  };
};

const selectViewsWithFilters = (queries: Queries) =>
  queries.selectFrom('views').select(['n', 'query']).where('query', 'like', '%=%').orderBy('n');
