import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs queries: the pool, or a transaction. */
export type Queries = Kysely<Schema>;

/** A transaction that may write. `forUpdate()` locks the rows it reads until the end. */
export type WriteTransaction = Transaction<Schema>;
