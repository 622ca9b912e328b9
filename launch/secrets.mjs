import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

/**
 * Generates the bff's OAuth client credentials, unless they exist or are set by variables. Hex needs no encoding
 * anywhere.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @throws {LaunchError} if DATA_DIR is not writable, or its file system has no hard links
 */
export function generateSecrets(dataDir, env) {
  try {
    createPrivateFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    if (!env.OAUTH_CLIENT_ID || !env.OAUTH_CLIENT_SECRET) {
      createFileOnce(join(dataDir, 'bff-client.json'), () => ({
        client_id: `bff-${randomHex(8)}`,
        client_secret: randomHex(32),
      }));
    }
  } catch (error) {
    const { code, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
    if (syscall === 'link')
      throw new LaunchError(
        `DATA_DIR is ${dataDir}, on a file system without hard links (${code}): choose a folder on a local disk.`,
      );
    throw new LaunchError(`DATA_DIR is ${dataDir}, which is not a writable folder (${code}): choose another folder.`);
  }
}

/**
 * Creates a folder and its parents, accessible only to its owner. mkdirSync with `recursive` never returns below /proc.
 * @param {string} path absolute
 */
function createPrivateFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) createPrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start may have just created it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Writes a file that only its owner may read, unless it exists. The write is atomic, and of two concurrent starts the
 * first wins: link() never replaces a file.
 * @param {string} path
 * @param {() => unknown} createContent
 */
export function createFileOnce(path, createContent) {
  if (existsSync(path)) return;
  const draft = `${path}.${randomHex(6)}`;
  try {
    writeFileSync(draft, `${JSON.stringify(createContent())}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {number} bytes */
function randomHex(bytes) {
  return randomBytes(bytes).toString('hex');
}
