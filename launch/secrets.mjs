import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * Generates what api and bff share, unless it is there or given by a variable: the bff's credentials as an OAuth client and the
 * key that seals its sessions. All values are hex, which survives every encoding on the way.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @throws {Refusal} when DATA_DIR cannot be written
 */
export function generateSecrets(dataDir, env) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!env.OAUTH_CLIENT_ID || !env.OAUTH_CLIENT_SECRET) {
      createOnce(join(dataDir, 'bff-client.json'), () => ({ client_id: `bff-${hex(8)}`, client_secret: hex(32) }));
    }
    if (!env.SESSION_KEYS) createOnce(join(dataDir, 'session-keys.json'), () => ({ keys: [hex(32)] }));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Refusal(`DATA_DIR is ${dataDir}, which cannot be written (${code}): name a folder of your own.`);
  }
}

/**
 * Writes a file that only its owner may read, unless it exists. It appears whole or not at all, and of two starts at once the
 * first one's stays: link() refuses to replace.
 * @param {string} path
 * @param {() => unknown} makeContent
 */
export function createOnce(path, makeContent) {
  if (existsSync(path)) return;
  const draft = `${path}.${hex(6)}`;
  writeFileSync(draft, `${JSON.stringify(makeContent())}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** @param {number} bytes */
function hex(bytes) {
  return randomBytes(bytes).toString('hex');
}
