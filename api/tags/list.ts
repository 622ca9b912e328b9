import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { listTags } from '#contract';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { type Position, type SortColumn, sortColumns } from '../database/keyset.ts';
import { readPage, type Scan } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type TagRow, toTag } from './representation.ts';

/** Describes the list of tags to the request pipeline. */
export const tagList = (apiPublicUrl: string): ListDefinition<z.output<typeof listTags.query>, TagRow> => ({
  kind: 'tag',
  validator: async queries => String(await readCounter(queries, 'tags.changes')),
  page: (queries, { query, anchor, limit }) => readPage(scanTags(queries), sortColumns(query.sort), anchor, limit),
  count: queries => countRows(selectTags(queries)),
  toRepresentation: toTag(apiPublicUrl),
});

/** Selects the tags that exist. */
export const selectTags = (queries: Queries) => queries.selectFrom('tags').where(exists);

/** The condition of `exists` in store.ts, in SQL. */
const exists = sql<boolean>`(tickets > 0 or removing = 1 or description <> '')`;

/**
 * Reads tags in order. A position consists of numbers, so its last number, the creation number, stands for the name.
 * A desk has few tags, so no index covers the order.
 */
const scanTags =
  (queries: Queries): Scan<TagRow> =>
  (columns, from, limit) =>
    selectTags(queries)
      .selectAll()
      .$if(from !== null, narrow => narrow.where(isAtOrAfter(columns, from ?? [], from?.at(-1) ?? 0)))
      .orderBy(sql.join(columns.map(column => sql`${toColumn(column)} ${sql.raw(column.descending ? 'desc' : 'asc')}`)))
      .limit(limit)
      .execute();

const toColumn = ({ column }: SortColumn) => sql.ref(column === 'name' ? 'tags.id' : `tags.${column}`);

/** Matches the rows at a position and after it. `n` is the creation number of the row at the position. */
const isAtOrAfter = (columns: readonly SortColumn[], position: Position, n: number): RawBuilder<SqlBool> => {
  const [first, ...rest] = columns;
  if (first === undefined) return sql`true`;
  const value =
    first.column === 'name'
      ? sql`(select id from tags where n = cast(${n} as bigint))`
      : sql`cast(${position[0] ?? 0} as bigint)`;
  const column = toColumn(first);
  return sql`(${column} ${sql.raw(first.descending ? '<' : '>')} ${value}
    or (${column} = ${value} and ${isAtOrAfter(rest, position.slice(1), n)}))`;
};
