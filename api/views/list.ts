import { sql } from 'kysely';
import type { z } from 'zod';
import type { listViews } from '#contract';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { toView, type ViewRow } from './representation.ts';

/** Describes the list of views to the request pipeline. */
export const viewList = (apiPublicUrl: string): ListDefinition<z.output<typeof listViews.query>, ViewRow> => ({
  kind: 'view',
  validator: async queries => String(await readCounter(queries, 'views.changes')),
  page: (queries, { query, caller, anchor, limit }) =>
    readPage(
      createScan(selectVisible(queries, caller.person.id).selectAll(), 'views'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: (queries, { caller }) => countRows(selectVisible(queries, caller.person.id)),
  toRepresentation: toView(apiPublicUrl),
});

/** Selects the views that a person may see. */
const selectVisible = (queries: Queries, personId: string) =>
  queries.selectFrom('views').where(sql<boolean>`(views.shared = 1 or views.owner_id = ${personId})`);
