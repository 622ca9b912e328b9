import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WriteTransaction } from '../../database/database.ts';

/** Mailgun retries a request for eight hours, with the signature of the first attempt. */
const maxAgeMilliseconds = 9 * 3_600_000;
const maxClockDifferenceMilliseconds = 5 * 60_000;

/** The time for which a token is stored. It is longer than the time for which a signature is accepted. */
const tokenMilliseconds = maxAgeMilliseconds + 2 * maxClockDifferenceMilliseconds;

/** Checks the HMAC-SHA256 of timestamp and token. The HMAC does not cover the mail. */
export const isSigned = (signingKey: string, fields: ReadonlyMap<string, string>): boolean => {
  const signed = `${fields.get('timestamp')}${fields.get('token')}`;
  const expected = createHmac('sha256', signingKey).update(signed).digest();
  const signature = Buffer.from(fields.get('signature') ?? '', 'hex');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
};

/** Compares the time of a signature with the clock of this server. */
export const checkAge = (fields: ReadonlyMap<string, string>, now: number): 'recent' | 'old' | 'future' => {
  const age = now - Number(fields.get('timestamp')) * 1000;
  if (age < -maxClockDifferenceMilliseconds) return 'future';
  return age <= maxAgeMilliseconds ? 'recent' : 'old';
};

/** Stores a token until its signature is too old to be accepted. @returns false if it is stored already */
export const consumeToken = async (writes: WriteTransaction, token: string, now: number): Promise<boolean> => {
  const key = `mailgun\n${createHash('sha256').update(token).digest('hex')}`;
  const { numInsertedOrUpdatedRows } = await writes
    .insertInto('rate_limits')
    .values({ key, points: 1, expire: now + tokenMilliseconds })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};
