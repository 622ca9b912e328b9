import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showElapsed } from './elapsed.mjs';
import { LaunchError } from './launch-error.mjs';
import { listFiles } from './list-files.mjs';
import { pinnedNode, root } from './paths.mjs';
import { runProgram } from './run-program.mjs';

/** The inputs of a build of the web app. */
const sources = ['web', 'api/contract', 'vite.config.ts', 'package.json', 'package-lock.json'];

/** File with the fingerprint of the sources of the build. A dotfile, so that it is never served. */
const stamp = join(root, 'web/dist/.built-from');

/**
 * Builds the web app unless web/dist was built from the same sources.
 * @param {typeof showElapsed} [show] shows the progress of the work
 * @throws {LaunchError} with the output of vite, if the build fails
 */
export async function buildWebIfStale(show = showElapsed) {
  const fingerprint = computeFingerprint(root, sources);
  if (readStamp() === fingerprint) return;
  await show('Building the web app', buildWeb);
  writeFileSync(stamp, fingerprint);
}

async function buildWeb() {
  const { status, output } = await runProgram(pinnedNode, [join(root, 'node_modules/vite/bin/vite.js'), 'build']);
  if (status !== 0) throw new LaunchError(`Building the web app failed:\n\n${output.trim()}\n`);
}

/**
 * Hashes names and contents, not times. A fresh checkout of the same sources has the same fingerprint.
 * @param {string} folder
 * @param {string[]} paths files and folders below it
 */
export function computeFingerprint(folder, paths) {
  const digest = createHash('sha256');
  for (const path of paths.flatMap(path => listFiles(folder, path)).sort()) {
    const content = readFileSync(join(folder, path));
    digest.update(`${path}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
