import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * Generates what api and bff share, unless it is there or given by a variable: the bff's credentials as an OAuth client. Both
 * are hex, which survives every encoding on the way.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @throws {Refusal} when DATA_DIR cannot be written
 */
export function generateSecrets(dataDir, env) {
  try {
    makePrivateFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    if (!env.OAUTH_CLIENT_ID || !env.OAUTH_CLIENT_SECRET) {
      createOnce(join(dataDir, 'bff-client.json'), () => ({ client_id: `bff-${hex(8)}`, client_secret: hex(32) }));
    }
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which is no folder that can be written (${code}): name one of your own.`,
    );
  }
}

/**
 * Makes a folder, and those above it, for its owner alone. (The `recursive` of mkdirSync never returns below /proc.)
 * @param {string} path absolute
 */
function makePrivateFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start may just have made it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
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
