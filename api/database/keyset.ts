import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A column a list is sorted by. */
export type SortColumn = { column: string; descending: boolean };

/** The values a row is sorted by, in the order of the sort, its creation number last. */
export type Position = readonly number[];

/** The columns of a parsed `?sort=`: a key is called as the column that holds it. */
export const sortColumns = (sort: readonly { key: string; descending: boolean }[]): SortColumn[] =>
  sort.map(({ key, descending }) => ({ column: key, descending }));

/**
 * A sort with its hidden last key: `n`, the creation order, makes it total and follows the direction of the last key, so
 * that flipping every sign reverses the list exactly. Without a key the newest is first.
 */
export const totalOrder = (sort: readonly SortColumn[]): SortColumn[] => [
  ...sort,
  { column: 'n', descending: sort.at(-1)?.descending ?? true },
];

/** The same order from its other end. */
export const reversed = (columns: readonly SortColumn[]): SortColumn[] =>
  columns.map(({ column, descending }) => ({ column, descending: !descending }));

/** Where a row stands in an order. */
export const positionOf = (row: object, columns: readonly SortColumn[]): Position => {
  const values = row as Record<string, number>;
  return columns.map(({ column }) => values[column] ?? 0);
};

/** What follows `order by`. */
export const inOrder = (table: string, columns: readonly SortColumn[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(({ column, descending }) => sql`${refOf(table, column)} ${sql.raw(descending ? 'desc' : 'asc')}`),
  );

/** Every row, said so that SQLite walks an index from its end instead of sorting the table where only ties need sorting. */
export const fromStart = (table: string, columns: readonly SortColumn[]): RawBuilder<SqlBool> =>
  sql`${refOf(table, columns[0]?.column ?? 'n')} >= 0`;

/**
 * The rows at a position and after it. What sorts one way is one comparison of row values, which an index serves. Where
 * the ways differ the first column is a range of its own, so that an index leads there, and only its ties are looked through.
 */
export const fromPosition = (
  table: string,
  columns: readonly SortColumn[],
  position: Position,
): RawBuilder<SqlBool> => {
  const [first, ...rest] = columns;
  const way = first?.descending ? '<' : '>';
  const refs = columns.map(({ column }) => refOf(table, column));
  // Whatever number a cursor holds: Postgres would refuse one that its column is too narrow for.
  const values = position.map(value => sql`cast(${value} as bigint)`);
  if (rest.every(({ descending }) => descending === first?.descending))
    return sql`(${sql.join(refs)}) ${sql.raw(way)}= (${sql.join(values)})`;
  const amongTies = fromPosition(table, rest, position.slice(1));
  const [ref, value] = [refs[0], values[0]];
  return sql`(${ref} ${sql.raw(way)}= ${value} and (${ref} ${sql.raw(way)} ${value} or ${amongTies}))`;
};

const refOf = (table: string, column: string) => sql.ref(`${table}.${column}`);
