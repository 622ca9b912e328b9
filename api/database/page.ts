import type { SelectQueryBuilder } from 'kysely';
import {
  fromPosition,
  fromStart,
  inOrder,
  type Position,
  positionOf,
  reversed,
  type SortColumn,
  totalOrder,
} from './keyset.ts';
import type { Schema } from './schema.ts';

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

/** Reads the first `limit` rows of a list in this order, or the first at a position and after it. */
export type Scan<Row> = (columns: readonly SortColumn[], from: Position | null, limit: number) => Promise<Row[]>;

/**
 * Reads one page by keyset: a page costs the same wherever it lies, and rows that come and go meanwhile neither repeat
 * nor hide others. The rows must hold the columns of the sort and `n`.
 */
export const readPage = async <Row extends object>(
  scan: Scan<Row>,
  sort: readonly SortColumn[],
  place: Place,
  limit: number,
): Promise<Page<Row>> => {
  const columns = totalOrder(sort);
  const backward = place.from === 'before' || place.from === 'end';
  const walked = backward ? reversed(columns) : columns;
  const { found, isBehind } = await scanBeyond(scan, walked, 'position' in place ? place.position : null, limit + 1);
  const rows = found.slice(0, limit);
  if (backward) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const sides = { ahead: found.length > limit, behind: rows.length > 0 && (await isBehind()) };
  return {
    rows,
    first: first === undefined ? null : positionOf(first, columns),
    last: last === undefined ? null : positionOf(last, columns),
    hasPrevious: backward ? sides.ahead : sides.behind,
    hasNext: backward ? sides.behind : sides.ahead,
  };
};

/**
 * The rows after a position, and whether there is any on its other side. The row of a cursor is mostly still there: it is
 * read along, and tells the latter without a second scan.
 */
const scanBeyond = async <Row extends object>(
  scan: Scan<Row>,
  columns: readonly SortColumn[],
  position: Position | null,
  limit: number,
): Promise<{ found: Row[]; isBehind: () => Promise<boolean> }> => {
  if (position === null) return { found: await scan(columns, null, limit), isBehind: async () => false };
  const [first, ...rest] = await scan(columns, position, limit + 1);
  if (first === undefined) return { found: [], isBehind: async () => false };
  const isThere = positionOf(first, columns).every((value, index) => value === position[index]);
  return {
    found: isThere ? rest : [first, ...rest].slice(0, limit),
    isBehind: async () => isThere || (await scan(reversed(columns), position, 1)).length > 0,
  };
};

/** A scan of a query that an index serves in the orders it is asked for. It must select the sort columns and `n`. */
export const scanOf =
  <Tables extends keyof Schema, Row>(
    query: SelectQueryBuilder<Schema, Tables, Row>,
    table: Extract<Tables, string>,
  ): Scan<Row> =>
  (columns, from, limit) =>
    query
      .where(from === null ? fromStart(table, columns) : fromPosition(table, columns, from))
      .orderBy(inOrder(table, columns))
      .limit(limit)
      .execute();
