import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { parseJson } from '#contract/json';
import type { Queries, Writes } from '../database/database.ts';
import { findAnswer, keepAnswer, takeKey } from '../database/idempotency-keys.ts';
import { ApiError } from './errors.ts';
import type { Exchange } from './route.ts';

type Shown = Record<string, unknown>;

/** What a POST made, and whether it had been made before. */
export type Once = { shown: Shown; replayed: boolean };

const acceptable = /^[\x21-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a request, null without one.
 * @throws ApiError 400 for a key that is none
 */
export const idempotencyKeyOf = (request: Request): string | null => {
  const key = request.get('Idempotency-Key') ?? null;
  if (key === null || acceptable.test(key)) return key;
  throw new ApiError('bad_idempotency_key', 'Idempotency-Key is 1 to 255 visible ASCII characters.');
};

/**
 * Runs a creation once per Idempotency-Key: the same payload again is given the first answer, for 24 hours. The key is
 * looked up before anything is validated, since what was created may stand in its own way by now (an address that is
 * taken); and again in the transaction that creates, where it is kept, so that it holds whatever dies in between. Without
 * a key it just runs. Payload and answer are today's: asked again at another API date, the answer is shown as that date
 * has it.
 * @throws ApiError 422 when the key came with another payload, 409 while the first is under way
 */
export const createOnce = async (
  { request, database, caller, clock }: Exchange,
  key: string | null,
  payload: unknown,
  validate: () => Promise<(writes: Writes) => Promise<Shown>>,
): Promise<Once> => {
  if (key === null) return { shown: await database.transaction(await validate()), replayed: false };
  const [path] = request.originalUrl.split('?', 1);
  const keyHash = hash([caller.person.id, caller.clientId, request.method, path, key]);
  // With the key, which is nowhere kept: a payload may hold a password, and nobody shall try some against its hash.
  const payloadHash = hash([key, payload]);
  const find = async (queries: Queries): Promise<Once | null> => {
    const kept = await findAnswer(queries, keyHash, clock());
    if (kept === null) return null;
    if (kept.payload_hash === payloadHash) return { shown: parseJson(kept.answer) as Shown, replayed: true };
    throw new ApiError('key_reused', 'This Idempotency-Key came with another body before.');
  };
  const before = await find(database.read);
  if (before !== null) return before;
  const create = await validate();
  return database.transaction(async writes => {
    if (!(await takeKey(database.engine, writes, keyHash))) {
      throw new ApiError(
        'key_in_progress',
        'A request with this Idempotency-Key is still under way. Ask again in a moment.',
      );
    }
    const meanwhile = await find(writes);
    if (meanwhile !== null) return meanwhile;
    const shown = await create(writes);
    await keepAnswer(writes, keyHash, { payload_hash: payloadHash, answer: JSON.stringify(shown) }, clock());
    return { shown, replayed: false };
  });
};

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
