import { createHash } from 'node:crypto';
import type { Writes } from '../database/database.ts';
import { findAnswer, keepAnswer, takeKey } from '../database/idempotency-keys.ts';
import { ApiError } from './errors.ts';
import type { Exchange } from './route.ts';

type Shown = Record<string, unknown>;

/** What a POST made, and whether it had been made before. */
export type Once = { shown: Shown; replayed: boolean };

const acceptable = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs a creation once per Idempotency-Key: the same payload again is given the first answer, for 24 hours. The key is
 * looked up and kept in the transaction that creates, so that it holds whatever dies in between. Without a key it just runs.
 * Payload and answer are today's: asked again at another API date, the answer is shown as that date has it.
 * @throws ApiError 400 for a key that is none, 422 when it came with another payload, 409 while the first is under way
 */
export const createOnce = async (
  { request, database, caller, clock }: Exchange,
  payload: unknown,
  create: (writes: Writes) => Promise<Shown>,
): Promise<Once> => {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return { shown: await database.transaction(create), replayed: false };
  if (!acceptable.test(key)) {
    throw new ApiError('bad_idempotency_key', 'Idempotency-Key is 1 to 255 visible ASCII characters.');
  }
  // The full address: the same key under another ticket, or asking for other fields, is another request.
  const keyHash = hash([caller.person.id, caller.clientId, request.method, request.originalUrl, key]);
  // With the key, which is nowhere kept: a payload may hold a password, and nobody shall try some against its hash.
  const payloadHash = hash([key, payload]);
  return database.transaction(async writes => {
    if (!(await takeKey(database.engine, writes, keyHash))) {
      throw new ApiError(
        'key_in_progress',
        'A request with this Idempotency-Key is still under way. Ask again in a moment.',
      );
    }
    const kept = await findAnswer(writes, keyHash, clock());
    if (kept === null) {
      const shown = await create(writes);
      await keepAnswer(writes, keyHash, { payload_hash: payloadHash, answer: JSON.stringify(shown) }, clock());
      return { shown, replayed: false };
    }
    if (kept.payload_hash !== payloadHash) {
      throw new ApiError('key_reused', 'This Idempotency-Key came with another body before.');
    }
    return { shown: JSON.parse(kept.answer) as Shown, replayed: true };
  });
};

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
