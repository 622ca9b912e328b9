import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A column by which a list is sorted. */
export type SortColumn = { column: string; descending: boolean };

/** A row's sort values in sort order, its creation number last. */
export type Position = readonly number[];

/** Returns the columns of a parsed `?sort=`; keys are named like their columns. */
export const sortColumns = (sort: readonly { key: string; descending: boolean }[]): SortColumn[] =>
  sort.map(({ key, descending }) => ({ column: key, descending }));

/** The order of creation, the oldest row first. */
export const oldestFirst: readonly SortColumn[] = [{ column: 'n', descending: false }];

/**
 * Appends the hidden key `n` (creation order), which makes the order total. Its direction is that of the last key in
 * `sort`, so that flipping every sign reverses the list exactly. If `sort` has no key, the newest row is first.
 */
export const totalOrder = (sort: readonly SortColumn[]): readonly SortColumn[] =>
  sort === oldestFirst ? sort : [...sort, { column: 'n', descending: sort.at(-1)?.descending ?? true }];

export const reverseOrder = (columns: readonly SortColumn[]): SortColumn[] =>
  columns.map(({ column, descending }) => ({ column, descending: !descending }));

export const getPosition = (row: object, columns: readonly SortColumn[]): Position => {
  const values = row as Record<string, number>;
  return columns.map(({ column }) => values[column] ?? 0);
};

/** The columns after `order by`. */
export const orderByColumns = (table: string, columns: readonly SortColumn[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      ({ column, descending }) => sql`${toColumnReference(table, column)} ${sql.raw(descending ? 'desc' : 'asc')}`,
    ),
  );

/** Matches every row, and makes SQLite walk an index instead of sorting the whole table. */
export const whereFromStart = (table: string, columns: readonly SortColumn[]): RawBuilder<SqlBool> =>
  sql`${toColumnReference(table, columns[0]?.column ?? 'n')} >= 0`;

/**
 * Matches the rows at a position and after it. One direction needs one comparison of row values, which an index serves.
 * With mixed directions the first column is a range that an index serves, and only its ties are filtered.
 */
export const whereFromPosition = (
  table: string,
  columns: readonly SortColumn[],
  position: Position,
): RawBuilder<SqlBool> => {
  const [first, ...rest] = columns;
  const operator = first?.descending ? '<' : '>';
  const refs = columns.map(({ column }) => toColumnReference(table, column));
  // A cursor can contain any number. Without the cast, PostgreSQL rejects a number too large for a smallint or integer
  // column.
  const values = position.map(value => sql`cast(${value} as bigint)`);
  if (rest.every(({ descending }) => descending === first?.descending))
    return sql`(${sql.join(refs)}) ${sql.raw(operator)}= (${sql.join(values)})`;
  const amongTies = whereFromPosition(table, rest, position.slice(1));
  const [ref, value] = [refs[0], values[0]];
  return sql`(${ref} ${sql.raw(operator)}= ${value} and (${ref} ${sql.raw(operator)} ${value} or ${amongTies}))`;
};

const toColumnReference = (table: string, column: string) => sql.ref(`${table}.${column}`);
