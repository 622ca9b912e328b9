import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database, Queries, Writes } from '../../database/database.ts';
import { type KeyState, statesOf } from './key-states.ts';

/** The keys every process of a desk shares: they live in its store. */
export type Keys = {
  /** Private JWKs that sign ID tokens; the first one signs, all of them verify. */
  signing: JWK[];
  /** Secrets that authenticate the cookies of the sign-in; the first one signs, all of them verify. */
  cookies: string[];
  /** Differs when any key does, or another one signs. */
  fingerprint: string;
};

/** A key as whoever runs the desk sees it; times in milliseconds since 1970. */
export type ShownKey = { kid: string; signs: KeyUse; createdAt: number; state: KeyState; since: number };

type KeyUse = 'id_tokens' | 'cookies';
type StoredKey = { kid: string; jwk: string; created_at: number };

const uses: readonly KeyUse[] = ['id_tokens', 'cookies'];

/** A key that has not signed for so long is forgotten by the next rotation: nothing that it signed lives longer. */
const keptMilliseconds = 24 * 3_600_000;

/** The keys as they stand, made at the first call; two processes that start at once agree. */
export const loadKeys = async (database: Database, now: number): Promise<Keys> => {
  const stored = await readKeys(database.read);
  if (stored.length > 0) return toKeys(stored, now);
  const made = await makeKeys(now);
  return toKeys(await database.transaction(writes => storeFirst(writes, made)), now);
};

/** Makes new keys, and forgets those whose work is over. Servers take them up within minutes. */
export const rotateKeys = async (database: Database, now: number): Promise<{ kid: string }> => {
  const made = await makeKeys(now);
  await database.transaction(async writes => {
    await writes.insertInto('oauth_keys').values(made).execute();
    const over = listed(await readKeys(writes), now).filter(
      ({ state, since }) => state === 'verifying' && since + keptMilliseconds < now,
    );
    for (const { key } of over) await writes.deleteFrom('oauth_keys').where('kid', '=', key.kid).execute();
  });
  return { kid: made.find(key => useOf(key) === 'id_tokens')?.kid ?? '' };
};

/** Every key there is, by what it signs and the newest first; of the keys themselves nothing. */
export const listKeys = async (queries: Queries, now: number): Promise<ShownKey[]> =>
  listed(await readKeys(queries), now).map(({ key, ...stated }) => ({
    kid: key.kid,
    createdAt: key.created_at,
    ...stated,
  }));

const readKeys = (queries: Queries): Promise<StoredKey[]> =>
  queries.selectFrom('oauth_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute();

/** Of two first starts the second waits for the counter's row, and finds the keys of the first. */
const storeFirst = async (writes: Writes, made: StoredKey[]): Promise<StoredKey[]> => {
  await writes
    .insertInto('counters')
    .values({ name: 'oauth.keys', value: 0 })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: 0 }))
    .execute();
  const stored = await readKeys(writes);
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
const useOf = (key: StoredKey): KeyUse => (parsed(key).kty === 'oct' ? 'cookies' : 'id_tokens');

const listed = (stored: StoredKey[], now: number) =>
  uses.flatMap(signs => {
    const ofUse = stored.filter(key => useOf(key) === signs);
    return statesOf(ofUse, now).map(stated => ({ ...stated, signs }));
  });

const toKeys = (stored: StoredKey[], now: number): Keys => {
  const all = listed(stored, now);
  const ofUse = (use: KeyUse): StoredKey[] =>
    all
      .filter(({ signs }) => signs === use)
      .sort((one, other) => Number(other.state === 'signing') - Number(one.state === 'signing'))
      .map(({ key }) => key);
  const [signing, cookies] = [ofUse('id_tokens'), ofUse('cookies')];
  return {
    signing: signing.map(parsed),
    cookies: cookies.map(key => parsed(key).k ?? ''),
    fingerprint: [...signing, ...cookies].map(({ kid }) => kid).join(),
  };
};
