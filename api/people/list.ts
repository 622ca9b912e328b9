import type { z } from 'zod';
import type { listPeople } from '#contract';
import { getChangeCount } from '../database/counters.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type PersonRow, personSelection, toPerson } from './representation.ts';

/** Describes the list of people to the request pipeline. */
export const personList = (apiPublicUrl: string): ListDefinition<z.output<typeof listPeople.query>, PersonRow> => ({
  kind: 'person',
  validator: async queries => String(await getChangeCount(queries, 'people.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(
      createScan(queries.selectFrom('people').select(personSelection), 'people'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: queries => countRows(queries.selectFrom('people')),
  toRepresentation: toPerson(apiPublicUrl),
});
