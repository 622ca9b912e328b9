import type { DatabaseProfile } from './profile.ts';
import type { Queries, WriteTransaction } from './queries.ts';
import type { SearchIndex } from './search.ts';

export type { Queries, WriteTransaction };

/**
 * The numbers of busy and idle write connections, and of callers that wait for a connection. SQLite has one write
 * connection; PostgreSQL reads and writes on all connections.
 */
export type StoreLoad = { busy: number; idle: number; waiting: number };

/** The store, on either engine. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  /** SQLite is always `standard`. */
  profile: DatabaseProfile;
  /** Reads outside a transaction. On SQLite, the reads use a separate read-only connection that writers never block. */
  read: Queries;
  /** Runs reads. On PostgreSQL, plain selects that are started together are one statement and see one snapshot. */
  readTogether<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Full-text index of tickets and messages, updated in the transaction that changes them. */
  search: SearchIndex;
  /**
   * Runs `work` in one transaction. SQLite acquires the write lock first (BEGIN IMMEDIATE). PostgreSQL runs READ
   * COMMITTED, or SERIALIZABLE with the profile `strict`. PostgreSQL runs `work` again after a deadlock, a
   * serialization failure or a unique violation, so `work` must not have other side effects.
   */
  transaction<T>(work: (writes: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` with each topic that a transaction of this process announced, after its commit.
   * @returns a function that unsubscribes
   */
  subscribe(listener: (topic: string) => void): () => void;
  /**
   * Runs reads that all see the store as it was at the first read. A snapshot blocks no writer, but during a long
   * snapshot the store retains old row versions (the WAL of SQLite grows).
   */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Returns a number that changes with every commit of any process. Null on PostgreSQL, where it would cost a query.
   */
  revision(): number | null;
  /** Called when a request arrives, so that its reads see every commit before it. */
  startRequest(): void;
  /** Takes a ticket number that this process has reserved; null if it has none. See ticket-numbers.ts. */
  takeTicketNumber(): number | null;
  getLoad(): StoreLoad;
  /** True when at least as many callers wait for a connection as the pool has connections. Always false on SQLite. */
  isSaturated(): boolean;
  /**
   * Returns whether the server responded to a statement after `since` (`performance.now()`). A busy server responds, a
   * hanging server does not. Always false without a statement timeout (see `openDatabase`), and always true on SQLite.
   */
  hasRespondedSince(since: number): boolean;
  /**
   * Closes the files or connections. SQLite waits for running transactions; PostgreSQL aborts statements that still run
   * after 250 ms.
   */
  close(): Promise<void>;
};

/** The parts of a store that depend on the engine. */
export type EngineDatabase = Omit<Database, 'takeTicketNumber'>;
