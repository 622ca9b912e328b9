import type { Queries, Writes } from './queries.ts';
import type { SearchIndex } from './search.ts';

export type { Queries, Writes };

/** Its connections for writing, and who waits for one: on SQLite there is one, on Postgres all are of a kind. */
export type StoreLoad = { busy: number; idle: number; waiting: number };

/** The store, whichever engine is behind it. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  /** Reads outside a transaction. On SQLite it is a read-only connection of its own, which no writer makes wait. */
  read: Queries;
  /** The words of tickets and messages, kept in step inside the transaction that changes them. */
  search: SearchIndex;
  /**
   * Runs `work` in one transaction: everything in it happens, or nothing. SQLite takes the write lock at the beginning
   * (BEGIN IMMEDIATE); Postgres runs READ COMMITTED and repeats `work` when it was chosen as a deadlock's victim, so
   * `work` must not touch anything but the transaction.
   */
  transaction<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
  /**
   * Reads for which nothing changes until `work` is done: all of them see the store as it was at the first. Nobody waits
   * for them, but the longer it takes the more of what others write has to be kept beside it.
   */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * A mark of all that has been committed, by whichever process: while it is the same, whatever was read since is still so.
   * Null where asking would cost a query of its own (Postgres).
   */
  revision(): number | null;
  load(): StoreLoad;
  /** Whether as many wait for a connection as there are, so that nothing is gained by more of them. Nobody does on SQLite to read. */
  isCrowded(): boolean;
  /**
   * Whether a statement was answered since, as `performance.now()` tells it: so one that only has much to do is told from one
   * that hangs. Known where statements are limited (`patience` of `openDatabase`). SQLite answers whoever asks.
   */
  answeredSince(since: number): boolean;
  /** Finishes what is under way and lets go of the files or connections. */
  close(): Promise<void>;
};
