import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { commandActor, recordAudit } from '../../database/audit-log.ts';
import type { Database, Queries, WriteTransaction } from '../../database/database.ts';

/** The keys that all processes share through the store. */
export type SharedKeys = {
  /** Private JWKs for ID tokens; the first signs, all verify. */
  signing: JWK[];
  /** Secrets for sign-in cookies; the first signs, all verify. */
  cookies: string[];
  /** Changes when a key is added or deleted, and when a different key signs. */
  fingerprint: string;
};

/** A key is published first, then signs, and finally only verifies. */
type KeyState = 'published' | 'signing' | 'verifying';

/** A key as the command line shows it; times in milliseconds since 1970. */
export type ListedKey = { kid: string; signs: KeyUse; createdAt: number; state: KeyState; since: number };

type KeyUse = 'id_tokens' | 'cookies';
type StoredKey = { kid: string; jwk: string; created_at: number };

const uses: readonly KeyUse[] = ['id_tokens', 'cookies'];

/** A new key signs after this time. By then, every process and cache has loaded the key. */
const publishedFirstMilliseconds = 2 * 60_000;

/** A rotation deletes keys that last signed this long ago; their signatures have expired. */
const retentionMilliseconds = 24 * 3_600_000;

/** Loads the keys. The first call creates them; concurrent processes create them only once. */
export const loadKeys = async (database: Database, now: number): Promise<SharedKeys> => {
  const stored = await readKeys(database.read);
  if (stored.length > 0) return toKeys(stored, now);
  const created = await createKeys(now);
  return toKeys(await database.transaction(writes => storeFirstKeys(writes, created)), now);
};

/** Creates new keys and deletes expired keys. Servers load the new keys within minutes. */
export const rotateKeys = async (database: Database, now: number): Promise<{ kid: string }> => {
  const created = await createKeys(now);
  const kid = created.find(key => getUse(key) === 'id_tokens')?.kid ?? '';
  await database.transaction(async writes => {
    await writes.insertInto('oauth_keys').values(created).execute();
    const expired = listStates(await readKeys(writes), now).filter(
      ({ state, since }) => state === 'verifying' && since + retentionMilliseconds < now,
    );
    for (const { key } of expired) await writes.deleteFrom('oauth_keys').where('kid', '=', key.kid).execute();
    await recordAudit(writes, commandActor(now), { action: 'key.rotated', targetId: kid });
  });
  return { kid };
};

/** Lists all keys by use, newest first, without key material. */
export const listKeys = async (queries: Queries, now: number): Promise<ListedKey[]> =>
  listStates(await readKeys(queries), now).map(({ key, ...stated }) => ({
    kid: key.kid,
    createdAt: key.created_at,
    ...stated,
  }));

const readKeys = (queries: Queries): Promise<StoredKey[]> =>
  queries.selectFrom('oauth_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute();

/**
 * Stores and returns the first keys, or returns the keys of a concurrent first start. Locks the counter's row, so that
 * the other start waits and then finds these keys.
 */
const storeFirstKeys = async (writes: WriteTransaction, created: StoredKey[]): Promise<StoredKey[]> => {
  await writes
    .insertInto('counters')
    .values({ name: 'oauth.keys', value: 0 })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: 0 }))
    .execute();
  const stored = await readKeys(writes);
  if (stored.length > 0) return stored;
  await writes.insertInto('oauth_keys').values(created).execute();
  return created;
};

const createKeys = async (now: number): Promise<StoredKey[]> => {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const signing = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomUUID() };
  const cookie = { kty: 'oct', kid: randomUUID(), k: randomBytes(32).toString('base64url') };
  return [signing, cookie].map(jwk => ({ kid: jwk.kid, jwk: JSON.stringify(jwk), created_at: now }));
};

const parseJwk = ({ jwk }: StoredKey): JWK => JSON.parse(jwk) as JWK;
const getUse = (key: StoredKey): KeyUse => (parseJwk(key).kty === 'oct' ? 'cookies' : 'id_tokens');

const listStates = (stored: StoredKey[], now: number) =>
  uses.flatMap(signs => {
    const ofUse = stored.filter(key => getUse(key) === signs);
    return toKeyStates(ofUse, now).map(stated => ({ ...stated, signs }));
  });

const toKeys = (stored: StoredKey[], now: number): SharedKeys => {
  const keyStates = listStates(stored, now);
  const ofUse = (use: KeyUse): StoredKey[] =>
    keyStates
      .filter(({ signs }) => signs === use)
      .sort((left, right) => Number(right.state === 'signing') - Number(left.state === 'signing'))
      .map(({ key }) => key);
  const [signing, cookies] = [ofUse('id_tokens'), ofUse('cookies')];
  return {
    signing: signing.map(parseJwk),
    cookies: cookies.map(key => parseJwk(key).k ?? ''),
    fingerprint: [...signing, ...cookies].map(({ kid }) => kid).join(),
  };
};

/** Determines the states of the keys of one use, newest first. The oldest key signs from its creation. */
const toKeyStates = (keys: StoredKey[], now: number): { key: StoredKey; state: KeyState; since: number }[] => {
  const signingStarts = keys.map(({ created_at }, n) =>
    n === keys.length - 1 ? created_at : created_at + publishedFirstMilliseconds,
  );
  const newest = signingStarts.findIndex(start => start <= now);
  const signer = newest === -1 ? keys.length - 1 : newest;
  return keys.map((key, n) => {
    if (n < signer) return { key, state: 'published', since: key.created_at };
    if (n === signer) return { key, state: 'signing', since: signingStarts[n] ?? 0 };
    return { key, state: 'verifying', since: signingStarts[n - 1] ?? 0 };
  });
};
