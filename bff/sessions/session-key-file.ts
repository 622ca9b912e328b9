import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { sessionKey } from '../config.ts';

/**
 * The session keys, newest first; the first key seals. `opensUntil` is in milliseconds since 1970, or null for a key
 * that does not expire.
 */
export type KeyRing = readonly { key: string; opensUntil: number | null }[];

const bareKey = sessionKey.transform(key => ({ key, opensUntil: null }));
const datedKey = z
  .object({ key: sessionKey, opens_until: z.iso.datetime().optional() })
  .transform(({ key, opens_until: until }) => ({ key, opensUntil: until === undefined ? null : Date.parse(until) }));

/**
 * `{"keys":[{"key":"<hex>"},{"key":"<hex>","opens_until":"<ISO time>"}]}`; a key without `opens_until` may be a plain
 * string.
 */
const format = z.object({ keys: z.array(z.union([bareKey, datedKey])).min(1) });

export function formatKeyRing(ring: KeyRing): string {
  const keys = ring.map(({ key, opensUntil }) => ({
    key,
    ...(opensUntil !== null && { opens_until: new Date(opensUntil).toISOString() }),
  }));
  return `${JSON.stringify({ keys })}\n`;
}

export const getKeyFilePath = (dataDir: string): string => join(dataDir, 'session-keys.json');

/** Throws if the file is missing or malformed; the error never contains the keys. */
export async function readKeyRing(path: string): Promise<KeyRing> {
  const text = await readFile(path, 'utf8');
  try {
    return format.parse(JSON.parse(text)).keys;
  } catch {
    throw new Error(`${path} is malformed`);
  }
}

export const createSessionKey = (): KeyRing[number] => ({ key: randomBytes(32).toString('hex'), opensUntil: null });

/** Returns a `catch` handler that ignores file system errors with this code. */
const ignoreError = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
};

/**
 * Creates the key file with one key, and its directory, unless the file exists. Only the owner can read the file. It is
 * created atomically. Of two concurrent starts the first wins, because link() does not replace files.
 */
export async function createKeyFile(path: string): Promise<void> {
  // Returns without a write, so that a start also succeeds on a read-only file system.
  if (existsSync(path)) return;
  await mkdir(dirname(path), { mode: 0o700 }).catch(ignoreError('EEXIST'));
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporaryPath, formatKeyRing([createSessionKey()]), { mode: 0o600, flag: 'wx', flush: true });
    await link(temporaryPath, path).catch(ignoreError('EEXIST'));
  } finally {
    await rm(temporaryPath, { force: true });
  }
}
