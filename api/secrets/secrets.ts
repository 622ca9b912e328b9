import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from 'jose';
import { ConfigError } from '#server/config-error';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { randomHex } from './private-file.ts';
import type { SecretKey, SecretKeys } from './secret-keys.ts';

/** Passwords and keys that the desk needs in plain text. They are stored encrypted, under a name. */
export type Secrets = {
  /**
   * Reads a secret; null if no secret has this name.
   * @throws UnknownKeyError, ConfigError, or Error if the stored value is damaged
   */
  read(queries: Queries, name: string): Promise<string | null>;
  has(queries: Queries, name: string): Promise<boolean>;
  /** Stores a secret. The first secret creates the key file if needed. @throws UnknownKeyError, ConfigError */
  write(writes: WriteTransaction, name: string, secret: string): Promise<void>;
  /** Stores 32 random bytes in hex, unless the name has a secret. */
  ensureRandom(writes: WriteTransaction, name: string): Promise<void>;
  remove(writes: WriteTransaction, name: string): Promise<void>;
};

/** The name of the check value. The key that sealed it also seals new secrets, and each process must have that key. */
export const checkName = 'check';

/** Thrown if a secret was sealed with a key that this process does not have. */
export class UnknownKeyError extends Error {}

/** Creates the store of secrets. Reads `keys` again for an unknown key: another process may have rotated them. */
export const createSecrets = (keys: SecretKeys): Secrets => {
  const open = createOpener(keys);
  const secrets: Secrets = {
    async read(queries, name) {
      const query = queries.selectFrom('sealed_secrets').select('value').where('name', '=', name);
      const row = await query.executeTakeFirst();
      return row === undefined ? null : open(name, row.value);
    },
    async has(queries, name) {
      const query = queries.selectFrom('sealed_secrets').select('name').where('name', '=', name);
      return (await query.executeTakeFirst()) !== undefined;
    },
    async write(writes, name, secret) {
      const key = await lockSealingKey(writes, keys);
      const value = await seal(key, name, secret);
      await writes
        .insertInto('sealed_secrets')
        .values({ name, value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    async ensureRandom(writes, name) {
      if (!(await secrets.has(writes, name))) await secrets.write(writes, name, randomHex(32));
    },
    async remove(writes, name) {
      await writes.deleteFrom('sealed_secrets').where('name', '=', name).execute();
    },
  };
  return secrets;
};

/** Checks that this process has the key of the store. @throws ConfigError */
export const requireSecretKeys = async (queries: Queries, keys: SecretKeys): Promise<void> => {
  if ((await canOpenSecrets(queries, keys)) !== false) return;
  throw new ConfigError([
    'SECRET_KEYS lacks the key that sealed the secrets in this store. Set it to the keys of the other processes, or copy their DATA_DIR/secret-keys.json',
  ]);
};

/** Returns whether the keys open the secrets of a store. Null if the store has no secrets. */
export const canOpenSecrets = async (queries: Queries, keys: SecretKeys): Promise<boolean | null> => {
  const check = await readCheck(queries);
  if (check === null) return null;
  return keys.read().some(({ id }) => id === readKeyId(check));
};

/**
 * Seals every secret with the key `newest`, which then also seals new secrets.
 * @returns the number of secrets
 * @throws UnknownKeyError if a secret was sealed with a key that `keys` lacks
 */
export const resealAll = async (writes: WriteTransaction, keys: SecretKeys, newest: SecretKey): Promise<number> => {
  const open = createOpener(keys);
  await lockSealingKey(writes, keys);
  const rows = await writes.selectFrom('sealed_secrets').selectAll().execute();
  for (const { name, value } of rows) {
    const resealed = await seal(newest, name, await open(name, value));
    await writes.updateTable('sealed_secrets').set({ value: resealed }).where('name', '=', name).execute();
  }
  return rows.filter(({ name }) => name !== checkName).length;
};

/** Returns the id of the key that seals new secrets; null before the first secret. */
export const readSealingKeyId = async (queries: Queries): Promise<string | null> =>
  readKeyId((await readCheck(queries)) ?? '') ?? null;

/** Returns the id of the key that sealed a value. Undefined if the value is malformed. */
export const readKeyId = (value: string): string | undefined => {
  try {
    return decodeProtectedHeader(value).kid;
  } catch {
    return undefined;
  }
};

const readCheck = async (queries: Queries): Promise<string | null> => {
  const query = queries.selectFrom('sealed_secrets').select('value').where('name', '=', checkName);
  return (await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst())?.value ?? null;
};

/**
 * Locks the check value and returns its key, so that no secret is sealed with an old key during a rotation. Before the
 * first secret, creates the check value and the key.
 */
const lockSealingKey = async (writes: WriteTransaction, keys: SecretKeys): Promise<SecretKey> => {
  const check = await readCheck(writes);
  if (check !== null) return findKey(keys.read(), readKeyId(check));
  keys.create();
  const [newest] = keys.read();
  if (newest === undefined)
    throw new UnknownKeyError('No secret key was found: check SECRET_KEYS or DATA_DIR/secret-keys.json.');
  await writes
    .insertInto('sealed_secrets')
    .values({ name: checkName, value: await seal(newest, checkName, '') })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  // Another process may have inserted the check value meanwhile, with a different key.
  return findKey(keys.read(), readKeyId((await readCheck(writes)) ?? ''));
};

const findKey = (keys: readonly SecretKey[], id: string | undefined): SecretKey => {
  const key = keys.find(each => each.id === id);
  if (key !== undefined) return key;
  throw new UnknownKeyError('A secret was sealed with a key that this process does not have: check SECRET_KEYS.');
};

/** Encrypts a secret. The name is authenticated, so that no secret opens under a different name. */
const seal = (key: SecretKey, name: string, secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id, name })
    .encrypt(key.bytes);

/** Returns a function that decrypts a value. It reads the keys again only for an unknown key. */
const createOpener = (keys: SecretKeys) => {
  let cachedKeys: readonly SecretKey[] = [];
  return async (name: string, value: string): Promise<string> => {
    const id = readKeyId(value);
    if (!cachedKeys.some(each => each.id === id)) cachedKeys = keys.read();
    const key = findKey(cachedKeys, id);
    const accepted = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(value, key.bytes, accepted);
      if (protectedHeader['name'] === name) return new TextDecoder().decode(plaintext);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    // Without a cause: jose's error says only that the decryption failed.
    throw new Error(`The secret ${name} was changed in the store.`);
  };
};
