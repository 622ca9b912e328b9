import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Anything that runs a query: the pool outside a transaction, or a transaction. */
export type Queries = Kysely<Schema>;

/** A transaction that may write. Rows read with `forUpdate()` stay as they are until it ends. */
export type Writes = Transaction<Schema>;
