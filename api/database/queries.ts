import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs queries, outside or inside a transaction. */
export type Queries = Kysely<Schema>;

/** A transaction that may write. `forUpdate()` locks the rows that it reads until the transaction ends. */
export type WriteTransaction = Transaction<Schema>;
