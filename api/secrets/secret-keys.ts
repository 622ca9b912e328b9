import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#server/config-error';
import { createFileOnce, randomHex, replaceFile } from './private-file.ts';

/** A key for A256GCM. The id is public, because every sealed secret contains it. */
export type SecretKey = { id: string; bytes: Uint8Array };

/** The keys that seal secrets, newest first, from SECRET_KEYS or the data directory. */
export type SecretKeys = {
  /**
   * Reads the current keys. There are none if SECRET_KEYS is unset and the file does not exist.
   * @throws ConfigError if the file cannot be used
   */
  read(): readonly SecretKey[];
  /** Creates the file with one key, unless there are keys. */
  create(): void;
  /** Replaces the file; null if the keys are in SECRET_KEYS. */
  replace: ((keys: readonly SecretKey[]) => Promise<void>) | null;
};

/** 32 bytes in hex. */
export const secretKeyText = z.string().regex(/^[0-9a-f]{64}$/i, 'must be keys of 64 hexadecimal digits');

const fileFormat = z.object({ keys: z.array(secretKeyText).min(1) });

/** Creates a random key. */
export const createSecretKey = (): SecretKey => toKey(randomHex(32));

/** Opens the keys. `secretKeys` is SECRET_KEYS, newest first; null for `secret-keys.json` in the data directory. */
export const createSecretKeys = ({
  secretKeys,
  dataDir,
}: {
  secretKeys: readonly string[] | null;
  dataDir: string;
}): SecretKeys => {
  if (secretKeys !== null) return { read: () => secretKeys.map(toKey), create: () => {}, replace: null };
  const path = join(dataDir, 'secret-keys.json');
  return {
    read: () => readKeyFile(path),
    create: () => createFileOnce(path, toFile([createSecretKey()])),
    replace: keys => replaceFile(path, toFile(keys), async () => {}),
  };
};

const readKeyFile = (path: string): SecretKey[] => {
  const text = readIfExists(path);
  if (text === null) return [];
  try {
    return fileFormat.parse(JSON.parse(text)).keys.map(toKey);
  } catch {
    throw new ConfigError([`SECRET_KEYS is not set, and ${path} is malformed: restore the file from your copy`]);
  }
};

const readIfExists = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ConfigError([`SECRET_KEYS is not set, and ${path} cannot be read: ${String(error)}`]);
  }
};

const toFile = (keys: readonly SecretKey[]) => ({ keys: keys.map(({ bytes }) => Buffer.from(bytes).toString('hex')) });

const toKey = (hex: string): SecretKey => {
  const bytes = Buffer.from(hex, 'hex');
  return { id: createHash('sha256').update('stardesk secret key').update(bytes).digest('hex').slice(0, 16), bytes };
};
