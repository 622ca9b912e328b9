import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { showElapsed } from './elapsed.mjs';
import { hasDevelopmentPackages, isInstalled } from './installation.mjs';
import { LaunchError } from './launch-error.mjs';
import { pinnedNode, removeProjectBinaries, root } from './paths.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Installs the packages of package-lock.json that are missing. Needs no network if no package is missing.
 * @param {{ development: boolean, screen?: import('./elapsed.mjs').Screen }} options
 *   development: whether development packages are needed; screen: where to show progress
 * @throws {LaunchError} if package-lock.json is missing, or with the output of npm, if npm fails
 */
export async function installMissing({ development, screen = process.stdout }) {
  const installed = readJson('node_modules/.package-lock.json') ?? {};
  const lockfile = readJson('package-lock.json');
  if (!lockfile) throw new LaunchError('package-lock.json is missing: get a complete copy of Stardesk.');
  if (existsSync(pinnedNode) && isInstalled(lockfile, installed, { development })) return;
  const all = development || hasDevelopmentPackages(installed);
  await showElapsed('Installing missing packages', () => installAll(all ? '--include=dev' : '--omit=dev'), { screen });
}

/** @param {'--include=dev' | '--omit=dev'} extent */
async function installAll(extent) {
  const env = { ...process.env, PATH: removeProjectBinaries(process.env.PATH ?? '') };
  const { status, output } = await runProgram('npm', ['ci', extent, '--loglevel=error', '--progress=false'], { env });
  if (status !== 0) throw new LaunchError(`npm failed to install the packages:\n\n${output.trim()}\n`);
  if (!existsSync(pinnedNode)) {
    throw new LaunchError(
      'npm skipped the install script of the package "node": allow it, delete node_modules and try again.',
    );
  }
}

/**
 * @param {string} path below the project's folder
 * @returns {import('./installation.mjs').Lockfile | undefined} undefined if the file is missing or malformed
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return undefined;
  }
}
