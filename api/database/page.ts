import type { SelectQueryBuilder } from 'kysely';
import {
  getPosition,
  orderByColumns,
  type Position,
  reverseOrder,
  type SortColumn,
  totalOrder,
  whereFromPosition,
  whereFromStart,
} from './keyset.ts';
import type { Schema } from './schema.ts';

/** The anchor of a page: the start, the end, or a row. */
export type PageAnchor = { from: 'start' } | { from: 'end' } | { from: 'after' | 'before'; position: Position };

/** One page of a list. `first` and `last` are the positions of its first and last row, or null on an empty page. */
export type KeysetPage<Row> = {
  rows: Row[];
  first: Position | null;
  last: Position | null;
  hasPrevious: boolean;
  hasNext: boolean;
};

/** Reads at most `limit` rows in the order of `columns`, from the start or from a position (included). */
export type Scan<Row> = (columns: readonly SortColumn[], from: Position | null, limit: number) => Promise<Row[]>;

/**
 * Reads one page by keyset. A page costs the same anywhere in the list. Concurrent inserts and deletes never repeat or
 * skip other rows of the list. The rows must contain the sort columns and `n`.
 */
export const readPage = async <Row extends object>(
  scan: Scan<Row>,
  sort: readonly SortColumn[],
  anchor: PageAnchor,
  limit: number,
): Promise<KeysetPage<Row>> => {
  const columns = totalOrder(sort);
  const backward = anchor.from === 'before' || anchor.from === 'end';
  const scanned = backward ? reverseOrder(columns) : columns;
  const position = 'position' in anchor ? anchor.position : null;
  const { found, hasPrecedingRow } = await scanAfter(scan, scanned, position, limit + 1);
  const rows = found.slice(0, limit);
  if (backward) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const sides = { ahead: found.length > limit, behind: rows.length > 0 && (await hasPrecedingRow()) };
  return {
    rows,
    first: first === undefined ? null : getPosition(first, columns),
    last: last === undefined ? null : getPosition(last, columns),
    hasPrevious: backward ? sides.ahead : sides.behind,
    hasNext: backward ? sides.behind : sides.ahead,
  };
};

/**
 * Reads the rows after a position, and finds out whether any row precedes them. The cursor's own row usually still
 * exists: it is read as well, which saves a second scan.
 */
const scanAfter = async <Row extends object>(
  scan: Scan<Row>,
  columns: readonly SortColumn[],
  position: Position | null,
  limit: number,
): Promise<{ found: Row[]; hasPrecedingRow: () => Promise<boolean> }> => {
  if (position === null) return { found: await scan(columns, null, limit), hasPrecedingRow: async () => false };
  const [first, ...rest] = await scan(columns, position, limit + 1);
  if (first === undefined) return { found: [], hasPrecedingRow: async () => false };
  const exists = getPosition(first, columns).every((value, index) => value === position[index]);
  return {
    found: exists ? rest : [first, ...rest].slice(0, limit),
    hasPrecedingRow: async () => exists || (await scan(reverseOrder(columns), position, 1)).length > 0,
  };
};

/** Creates a scan of a query. The query must select the sort columns and `n`, and needs an index for each order. */
export const createScan =
  <Tables extends keyof Schema, Row>(
    query: SelectQueryBuilder<Schema, Tables, Row>,
    table: Extract<Tables, string>,
  ): Scan<Row> =>
  (columns, from, limit) =>
    query
      .where(from === null ? whereFromStart(table, columns) : whereFromPosition(table, columns, from))
      .orderBy(orderByColumns(table, columns))
      .limit(limit)
      .execute();

/** Creates a scan of rows in memory. The rows must have the sort columns and a unique `n`. */
export const createMemoryScan =
  <Row extends object>(rows: readonly Row[]): Scan<Row> =>
  async (columns, from, limit) =>
    rows
      .map(row => ({ row, position: getPosition(row, columns) }))
      .filter(({ position }) => from === null || comparePositions(columns, position, from) >= 0)
      .sort((left, right) => comparePositions(columns, left.position, right.position))
      .slice(0, limit)
      .map(({ row }) => row);

const comparePositions = (columns: readonly SortColumn[], left: Position, right: Position): number => {
  const [first = 0] = columns.flatMap(({ descending }, index) => {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    return difference === 0 ? [] : [descending ? -difference : difference];
  });
  return first;
};
