import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database, Writes } from '../database/database.ts';

/** The keys every process of a desk shares: they live in its store. */
export type Keys = {
  /** Private JWKs that sign ID tokens; the first one signs, all of them verify. */
  signing: JWK[];
  /** Secrets that authenticate the cookies of the sign-in; the first one signs, all of them verify. */
  cookies: string[];
  /** Differs when any key does. */
  fingerprint: string;
};

type StoredKey = { kid: string; jwk: string; created_at: number };

/** How many generations stay, so that what an old key signed is still taken. */
const generations = 3;
/** A new key is published this long before it signs, so that every process and cache knows it by then. */
const publishedFirstMilliseconds = 2 * 60_000;

/** The keys as they stand, made at the first call; two processes that start at once agree. */
export const loadKeys = async (database: Database, now: number): Promise<Keys> => {
  const stored = await readKeys(database);
  if (stored.length > 0) return toKeys(stored, now);
  const made = await makeKeys(now);
  return toKeys(await database.transaction(writes => storeFirst(writes, made)), now);
};

/** Makes a new generation of keys and forgets the oldest. Servers take it up within a minute. */
export const rotateKeys = async (database: Database, now: number): Promise<{ kid: string }> => {
  const made = await makeKeys(now);
  await database.transaction(async writes => {
    await writes.insertInto('oauth_keys').values(made).execute();
    const stored = await readKeys({ read: writes });
    const forgotten = stored.filter(isSigning).slice(generations).concat(stored.filter(isCookie).slice(generations));
    for (const { kid } of forgotten) await writes.deleteFrom('oauth_keys').where('kid', '=', kid).execute();
  });
  return { kid: made.find(isSigning)?.kid ?? '' };
};

const readKeys = ({ read }: Pick<Database, 'read'>): Promise<StoredKey[]> =>
  read.selectFrom('oauth_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute();

/** Of two first starts the second waits for the counter's row, and finds the keys of the first. */
const storeFirst = async (writes: Writes, made: StoredKey[]): Promise<StoredKey[]> => {
  await writes
    .insertInto('counters')
    .values({ name: 'oauth.keys', value: 0 })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: 0 }))
    .execute();
  const stored = await readKeys({ read: writes });
  if (stored.length > 0) return stored;
  await writes.insertInto('oauth_keys').values(made).execute();
  return made;
};

const makeKeys = async (now: number): Promise<StoredKey[]> => {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const signing = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomUUID() };
  const cookie = { kty: 'oct', kid: randomUUID(), k: randomBytes(32).toString('base64url') };
  return [signing, cookie].map(jwk => ({ kid: jwk.kid, jwk: JSON.stringify(jwk), created_at: now }));
};

const parsed = ({ jwk }: StoredKey): JWK => JSON.parse(jwk) as JWK;
const isCookie = (key: StoredKey): boolean => parsed(key).kty === 'oct';
const isSigning = (key: StoredKey): boolean => !isCookie(key);

const toKeys = (stored: StoredKey[], now: number): Keys => {
  const signing = stored.filter(isSigning);
  const known = signing.filter(key => key.created_at + publishedFirstMilliseconds <= now);
  // Of those still being published the oldest: at the first start there is no other.
  const ordered = [...known, ...signing.filter(key => !known.includes(key)).reverse()];
  return {
    signing: ordered.map(parsed),
    cookies: stored.filter(isCookie).map(key => parsed(key).k ?? ''),
    fingerprint: [...ordered, ...stored.filter(isCookie)].map(key => key.kid).join(),
  };
};
