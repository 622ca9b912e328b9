import type { Kysely, Transaction } from 'kysely';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search.ts';
import { openSqlite } from './sqlite.ts';

/** Anything that runs a query: the pool outside a transaction, or a transaction. */
export type Queries = Kysely<Schema>;

/** A transaction that may write. Rows read with `forUpdate()` stay as they are until it ends. */
export type Writes = Transaction<Schema>;

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
  /** Finishes what is under way and lets go of the files or connections. */
  close(): Promise<void>;
};

/** Opens `databaseUrl` (postgres://…), or the SQLite file in `dataDir`; the tables are migrate.ts's business. */
export const openDatabase = ({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Database => (databaseUrl === undefined ? openSqlite(`${dataDir}/stardesk.db`) : openPostgres(databaseUrl));
