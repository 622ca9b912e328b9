import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { sessionKey } from '../config.ts';

/** Newest first: the first one seals. Times are milliseconds since 1970; null for no end. */
export type KeyRing = readonly { key: string; opensUntil: number | null }[];

const bareKey = sessionKey.transform(key => ({ key, opensUntil: null }));
const datedKey = z
  .object({ key: sessionKey, opens_until: z.iso.datetime().optional() })
  .transform(({ key, opens_until: until }) => ({ key, opensUntil: until === undefined ? null : Date.parse(until) }));

/** `{"keys":[{"key":"<hex>"},{"key":"<hex>","opens_until":"<ISO time>"}]}`; a key without an end may stand there bare. */
const format = z.object({ keys: z.array(z.union([bareKey, datedKey])).min(1) });

/** The ring as its file holds it. */
export function formatKeyRing(ring: KeyRing): string {
  const keys = ring.map(({ key, opensUntil }) => ({
    key,
    ...(opensUntil !== null && { opens_until: new Date(opensUntil).toISOString() }),
  }));
  return `${JSON.stringify({ keys })}\n`;
}

/** The keys' file below the data directory. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'session-keys.json');

/** Throws when the file is not there, or holds anything else; never with what it holds. */
export async function readKeyRing(path: string): Promise<KeyRing> {
  const text = await readFile(path, 'utf8');
  try {
    return format.parse(JSON.parse(text)).keys;
  } catch {
    throw new Error(`${path} does not hold what it should`);
  }
}

export const makeKey = (): KeyRing[number] => ({ key: randomBytes(32).toString('hex'), opensUntil: null });

/** For `catch`: lets an error of the file system with this code pass. */
const passing = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
};

/**
 * Makes the file with one key, for its owner alone, unless it is there, and its folder. It appears whole or not at all,
 * and of two starts at once the first one's stays: link() refuses to replace.
 */
export async function makeKeyFile(path: string): Promise<void> {
  if (existsSync(path)) return; // also where nothing may be written
  await mkdir(dirname(path), { mode: 0o700 }).catch(passing('EEXIST'));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, formatKeyRing([makeKey()]), { mode: 0o600, flag: 'wx', flush: true });
  await link(draft, path)
    .catch(passing('EEXIST'))
    .finally(() => rm(draft));
}
