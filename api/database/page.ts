import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** The values a row is sorted by, in the order of the sort, its creation number last. */
export type Position = readonly number[];

/** Where a page begins: at the start, at the end, or beside a row. */
export type Place = { from: 'start' } | { from: 'end' } | { from: 'after' | 'before'; position: Position };

/** One page of a list, with the positions of its first and last row and whether there is more on either side. */
export type Page<Row> = {
  rows: Row[];
  first: Position | null;
  last: Position | null;
  hasPrevious: boolean;
  hasNext: boolean;
};

/** A column a list is sorted by. */
export type SortColumn = { column: string; descending: boolean };

/** The columns of a parsed `?sort=`: a key is called as the column that holds it. */
export const sortColumns = (sort: readonly { key: string; descending: boolean }[]): SortColumn[] =>
  sort.map(({ key, descending }) => ({ column: key, descending }));

type Selection<Tables extends keyof Schema, Row> = SelectQueryBuilder<Schema, Tables, Row>;

/**
 * Reads one page by keyset: a page costs the same wherever it lies, and rows that come and go meanwhile neither repeat
 * nor hide others. `n`, the creation order, makes the order total: it follows the direction of the last key, so that
 * flipping every sign reverses the list exactly. Without a key the newest is first. `query` must select the sort columns and `n`.
 */
export const readPage = async <Tables extends keyof Schema, Row extends object>(
  query: Selection<Tables, Row>,
  table: string,
  sort: readonly SortColumn[],
  place: Place,
  limit: number,
): Promise<Page<Row>> => {
  const columns = [...sort, { column: 'n', descending: sort.at(-1)?.descending ?? true }];
  const backward = place.from === 'before' || place.from === 'end';
  const walked = backward ? columns.map(flip) : columns;
  const found = await walk(query, table, walked, 'position' in place ? place.position : null, limit + 1);
  const rows = found.slice(0, limit);
  if (backward) rows.reverse();
  const more = found.length > limit;
  const first = rows[0] === undefined ? null : positionOf(rows[0], columns);
  const last = rows.length === 0 ? null : positionOf(rows.at(-1) as Row, columns);
  const isAny = async (position: Position | null, side: SortColumn[]) =>
    position !== null && (await walk(query, table, side, position, 1)).length > 0;
  return {
    rows,
    first,
    last,
    hasPrevious: backward ? more : place.from === 'after' && (await isAny(first, columns.map(flip))),
    hasNext: backward ? place.from === 'before' && (await isAny(last, columns)) : more,
  };
};

const flip = ({ column, descending }: SortColumn): SortColumn => ({ column, descending: !descending });

const positionOf = (row: object, columns: readonly SortColumn[]): Position => {
  const values = row as Record<string, number>;
  return columns.map(({ column }) => values[column] ?? 0);
};

const walk = <Tables extends keyof Schema, Row>(
  query: Selection<Tables, Row>,
  table: string,
  columns: readonly SortColumn[],
  position: Position | null,
  limit: number,
): Promise<Row[]> => {
  let walked = position === null ? query : query.where(beyond(table, columns, position));
  for (const { column, descending } of columns)
    walked = walked.orderBy(sql.ref(`${table}.${column}`), descending ? 'desc' : 'asc');
  return walked.limit(limit).execute();
};

/** The rows after a position. One direction is one comparison of row values, which an index serves; mixed ones are spelt out. */
const beyond = (table: string, columns: readonly SortColumn[], position: Position) => {
  const refs = columns.map(({ column }) => sql.ref(`${table}.${column}`));
  // Whatever number a cursor holds: Postgres would refuse one that its column is too narrow for.
  const values = position.map(value => sql`cast(${value} as bigint)`);
  const oneWay = columns.every(({ descending }) => descending === columns[0]?.descending);
  if (oneWay) {
    const sign = columns[0]?.descending ? sql`<` : sql`>`;
    return sql<SqlBool>`(${sql.join(refs)}) ${sign} (${sql.join(values)})`;
  }
  const steps = columns.map(({ descending }, index) => {
    const equal = refs.slice(0, index).map((ref, before) => sql`${ref} = ${values[before]}`);
    return sql`(${sql.join([...equal, sql`${refs[index]} ${descending ? sql`<` : sql`>`} ${values[index]}`], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(steps, sql` or `)})`;
};
