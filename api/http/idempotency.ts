import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { parseJson } from '#contract/json';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { findStoredResponse, lockKey, storeResponse } from '../database/idempotency-keys.ts';
import { ApiError } from './errors.ts';
import type { OperationContext } from './route.ts';

type Representation = Record<string, unknown>;

/** The representation to send, and whether it is a replay. */
export type IdempotentResult = { representation: Representation; isReplay: boolean };

const validKey = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the Idempotency-Key of a request, or null without the header.
 * @throws ApiError 400 when it is malformed
 */
export const readIdempotencyKey = (request: Request): string | null => {
  const key = request.get('Idempotency-Key') ?? null;
  if (key === null || validKey.test(key)) return key;
  throw new ApiError('bad_idempotency_key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
};

/**
 * Runs a creation once per Idempotency-Key. For 24 hours, the same payload gets the first result again.
 *
 * The key is looked up before validation, because the created row can make the repeated request invalid (an email that
 * is taken). The creating transaction looks it up again and stores it. Payload and result use the current API version;
 * a replay is converted to the version of the repeated request.
 * @throws ApiError 422 when the key was sent with a different payload, 409 while the first request is running on
 *   PostgreSQL (on SQLite and with the profile `strict`, the second request waits)
 */
export const createIdempotently = async (
  context: OperationContext,
  key: string | null,
  payload: unknown,
  validate: () => Promise<(writes: WriteTransaction) => Promise<Representation>>,
): Promise<IdempotentResult> => {
  const { database, clock } = context;
  if (key === null) return { representation: await database.transaction(await validate()), isReplay: false };
  const keyHash = hashKey(context, key);
  // Salted with the key, which is not stored. The hash of a payload must not reveal a password in it.
  const payloadHash = hash([key, payload]);
  const find = async (queries: Queries): Promise<IdempotentResult | null> => {
    const stored = await findStoredResponse(queries, keyHash, clock());
    if (stored === null) return null;
    if (stored.payload_hash === payloadHash)
      return { representation: parseJson(stored.answer) as Representation, isReplay: true };
    throw new ApiError('key_reused', 'This Idempotency-Key was used with a different body.');
  };
  const earlier = await find(database.read);
  if (earlier !== null) return earlier;
  const create = await validate();
  return database.transaction(async writes => {
    if (!(await lockKey(database, writes, keyHash))) {
      throw new ApiError(
        'key_in_progress',
        'A request with this Idempotency-Key is still running. Try again in a moment.',
      );
    }
    const concurrent = await find(writes);
    if (concurrent !== null) return concurrent;
    const representation = await create(writes);
    await storeResponse(
      writes,
      keyHash,
      { payload_hash: payloadHash, answer: JSON.stringify(representation) },
      clock(),
    );
    return { representation, isReplay: false };
  });
};

/** Returns whether a request with this key has created a resource; false without a key. */
export const hasResult = async (context: OperationContext, key: string | null): Promise<boolean> =>
  key !== null && (await findStoredResponse(context.database.read, hashKey(context, key), context.clock())) !== null;

const hashKey = ({ request, caller }: OperationContext, key: string): string => {
  const [path] = request.originalUrl.split('?', 1);
  return hash([caller.person.id, caller.clientId, request.method, path, key]);
};

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
