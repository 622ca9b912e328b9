import type { Collection } from '#contract/resources';
import type { Database, Queries } from '../database/database.ts';
import { type Span, walkTable } from './walk-table.ts';

/** A violated rule: the row, and a sentence for the operator. */
export type CheckFinding = { table: string; id: string; sentence: string };

/** `pageSize` is in rows. A check calls `step` with the approximate number of rows read since the last call. */
export type CheckOptions = { pageSize: number; step(rows: number): void };

/** A rule that every store must satisfy, even after a crash. */
export type Check = {
  /** Labels the check's findings in the output. Related checks share a name. */
  name: string;
  rule: string;
  /** Set if only one engine can violate or check the rule. */
  only?: Database['engine'];
  /** The table whose rows the check reads. */
  table?: string;
  /** How many times the check reads each row; once by default. */
  passes?: number;
  /** Yields the findings page by page. */
  run(database: Database, options: CheckOptions): AsyncIterable<CheckFinding[]>;
};

type Description = Pick<Check, 'name' | 'rule' | 'only' | 'table' | 'passes'>;

/** Creates a check that reads the store in one snapshot. */
export const createSnapshotCheck = (
  description: Description,
  find: (queries: Queries, options: CheckOptions) => Promise<CheckFinding[]>,
): Check => ({
  ...description,
  async *run({ snapshot }, options) {
    yield await snapshot(queries => find(queries, options));
  },
});

/** Creates a check that reads a collection or the change log in pages by `n`. Each page is one snapshot. */
export const createRowsCheck = (
  description: Description,
  table: Collection | 'events',
  find: (queries: Queries, span: Span<number>) => Promise<CheckFinding[]>,
): Check => ({
  ...description,
  table,
  run: (database, options) => walkTable(database, { table, column: 'n', before: 0, ...options }, find),
});

/** Creates a check that reads rows in pages by a text column. The column can contain duplicates. */
export const createTextKeyCheck = (
  description: Description,
  table: string,
  column: string,
  find: (queries: Queries, span: Span<string>) => Promise<CheckFinding[]>,
): Check => ({
  ...description,
  table,
  run: (database, options) => walkTable(database, { table, column, before: '', ...options }, find),
});
