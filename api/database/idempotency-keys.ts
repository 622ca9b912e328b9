import { sql } from 'kysely';
import type { Database, Queries, Writes } from './database.ts';
import { removeInParts } from './remove-in-parts.ts';

/** How long an answer is kept for whoever asks again. */
const keptMilliseconds = 24 * 3_600_000;

/** What was answered under a key, and to what. */
export type KeptAnswer = { payload_hash: string; answer: string };

/**
 * Takes a key for this transaction. False when another transaction has it and is not done: on Postgres an advisory lock
 * tells; on SQLite there is no other, since writers wait for one another.
 */
export const takeKey = async (engine: Database['engine'], writes: Writes, keyHash: string): Promise<boolean> => {
  if (engine === 'sqlite') return true;
  const number = Buffer.from(keyHash, 'hex').readBigInt64BE(0);
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${number}) as taken`.execute(writes);
  return rows[0]?.taken === true;
};

/** The answer kept under a key, unless it is older than a day. */
export const findAnswer = async (queries: Queries, keyHash: string, now: number): Promise<KeptAnswer | null> => {
  const row = await queries
    .selectFrom('idempotency_keys')
    .select(['payload_hash', 'answer'])
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', now - keptMilliseconds)
    .executeTakeFirst();
  return row ?? null;
};

/** Keeps an answer, in the transaction that made it true. */
export const keepAnswer = async (writes: Writes, keyHash: string, kept: KeptAnswer, now: number): Promise<void> => {
  const values = { ...kept, created_at: now };
  await writes
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, ...values })
    .onConflict(conflict => conflict.column('key_hash').doUpdateSet(values))
    .execute();
};

/** Forgets the answers that are older than a day, and returns how many those were. */
export const forgetOldAnswers = (database: Database, now: number, ending?: AbortSignal): Promise<number> =>
  removeInParts(
    database,
    async (writes, most) => {
      const { numDeletedRows } = await writes
        .deleteFrom('idempotency_keys')
        .where('key_hash', 'in', ({ selectFrom }) =>
          selectFrom('idempotency_keys')
            .select('key_hash')
            .where('created_at', '<=', now - keptMilliseconds)
            .limit(most),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    ending,
  );
