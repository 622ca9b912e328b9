import { sql } from 'kysely';
import type { Database, Queries, WriteTransaction } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { prepareWrite } from './prepare-query.ts';

/** How long a response is stored for retries. */
const retentionMilliseconds = 24 * 3_600_000;

/** A stored response and the hash of the request it belongs to. */
export type StoredResponse = { payload_hash: string; answer: string };

/**
 * Locks a key for this transaction, on PostgreSQL with an advisory lock.
 * @returns false if a concurrent transaction holds the key. Always true on SQLite, which runs one write transaction at
 *   a time, and with the profile `strict`, which waits for the row of the key
 */
export const lockKey = async (
  { engine, profile }: Pick<Database, 'engine' | 'profile'>,
  writes: WriteTransaction,
  keyHash: string,
): Promise<boolean> => {
  if (engine === 'sqlite') return true;
  if (profile === 'strict') {
    await lockRow(writes, { key_hash: keyHash });
    return true;
  }
  const number = Buffer.from(keyHash, 'hex').readBigInt64BE(0);
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${number}) as taken`.execute(writes);
  return rows[0]?.taken === true;
};

/**
 * Inserts or updates the row, so that a transaction that waited for it fails and is retried. A new row counts as
 * expired.
 */
const lockRow = prepareWrite<{ key_hash: string }>((writes, value) =>
  writes
    .insertInto('idempotency_keys')
    .values({ key_hash: value('key_hash'), payload_hash: '', answer: '', created_at: 0 })
    .onConflict(conflict => conflict.column('key_hash').doUpdateSet({ key_hash: value('key_hash') })),
);

/** Returns the response stored under a key. Null if it is missing or older than a day. */
export const findStoredResponse = async (
  queries: Queries,
  keyHash: string,
  now: number,
): Promise<StoredResponse | null> => {
  const row = await queries
    .selectFrom('idempotency_keys')
    .select(['payload_hash', 'answer'])
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', now - retentionMilliseconds)
    .executeTakeFirst();
  return row ?? null;
};

/** Stores a response, in the transaction that produced it. */
export const storeResponse = async (
  writes: WriteTransaction,
  keyHash: string,
  stored: StoredResponse,
  now: number,
): Promise<void> => {
  const values = { ...stored, created_at: now };
  await writes
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, ...values })
    .onConflict(conflict => conflict.column('key_hash').doUpdateSet(values))
    .execute();
};

/** Deletes the keys that are older than a day, and returns their number. */
export const deleteExpiredKeys = (database: Database, now: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const { numDeletedRows } = await writes
        .deleteFrom('idempotency_keys')
        .where('key_hash', 'in', ({ selectFrom }) =>
          selectFrom('idempotency_keys')
            .select('key_hash')
            .where('created_at', '<=', now - retentionMilliseconds)
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    signal,
  );
