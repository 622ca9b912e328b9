import type { Database, Queries } from '../database/database.ts';
import { type Span, walk } from './walk.ts';

/** Something in the store that does not hold: in which row, and what, in a sentence. */
export type Finding = { table: string; id: string; sentence: string };

/** How a check goes about it: `pageSize` is in rows, `step` is told how many rows have been looked at. */
export type Manner = { pageSize: number; step(rows: number): void };

/** Something that holds in every store, whatever has died there. */
export type Check = {
  /** What findings are filed under. */
  name: string;
  /** What holds, in a sentence. */
  holds: string;
  /** Where only one engine can break it, or look at it. */
  only?: Database['engine'];
  /** The table whose rows it looks at one by one. */
  table?: string;
  /** How many times it looks at each; once unless it says so. */
  passes?: number;
  /** What does not hold, page after page. */
  look(database: Database, manner: Manner): AsyncIterable<Finding[]>;
};

type About = Pick<Check, 'name' | 'holds' | 'only' | 'table' | 'passes'>;

/** A check of one state of the store as a whole, in few statements, of which none returns many rows. */
export const wholeCheck = (about: About, find: (queries: Queries, manner: Manner) => Promise<Finding[]>): Check => ({
  ...about,
  async *look({ snapshot }, manner) {
    yield await snapshot(queries => find(queries, manner));
  },
});

/** A check that walks the rows of a resource by their creation number; each page is one state of the store. */
export const rowsCheck = (
  about: About,
  table: 'tickets' | 'messages' | 'gists' | 'views' | 'people' | 'events',
  find: (queries: Queries, span: Span<number>) => Promise<Finding[]>,
): Check => ({
  ...about,
  table,
  look: (database, manner) => walk(database, { table, column: 'n', before: 0, ...manner }, find),
});

/** A check that walks rows by a column of text, which need not be unique. */
export const textKeyCheck = (
  about: About,
  table: string,
  column: string,
  find: (queries: Queries, span: Span<string>) => Promise<Finding[]>,
): Check => ({
  ...about,
  table,
  look: (database, manner) => walk(database, { table, column, before: '', ...manner }, find),
});
