import type { z } from 'zod';
import type { listPeople } from '#contract';
import { personKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type PersonRow, personSelection, toPerson } from './representation.ts';

/** Describes the list of people to the request pipeline. */
export const personList = (apiPublicUrl: string): ListDefinition<z.output<typeof listPeople.query>, PersonRow> => ({
  kind: 'person',
  validator: async queries => String(await readCounter(queries, 'people.changes')),
  page: (queries, { query, anchor, limit }) =>
    readPage(
      createScan(selectKinds(queries, query).select(personSelection), 'people'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: (queries, { query }) => countRows(selectKinds(queries, query)),
  toRepresentation: toPerson(apiPublicUrl),
});

const selectKinds = (queries: Queries, { kind }: z.output<typeof listPeople.query>) =>
  queries.selectFrom('people').where(
    'kind',
    'in',
    kind.map(each => encodeEnum(personKinds, each)),
  );
