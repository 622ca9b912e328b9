import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { showElapsed } from './elapsed.mjs';
import { hasDevelopmentPackages, isInstalled } from './installation.mjs';
import { pinnedNode, root, withoutOwnPrograms } from './paths.mjs';
import { Refusal } from './refusal.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Installs what package-lock.json names and node_modules lacks; does nothing, and needs no network, when all is there.
 * @param {{ development: boolean, screen?: import('./elapsed.mjs').Screen }} options
 *   development: whether the packages for development are needed; screen: where the progress is shown
 * @throws {Refusal} with npm's own words, when npm fails
 */
export async function installMissing({ development, screen = process.stdout }) {
  const installed = readJson('node_modules/.package-lock.json') ?? {};
  const wanted = readJson('package-lock.json');
  if (!wanted) throw new Refusal('package-lock.json is missing: get a complete copy of Stardesk.');
  if (existsSync(pinnedNode) && isInstalled(wanted, installed, { development })) return;
  const all = development || hasDevelopmentPackages(installed);
  await showElapsed('Installing what is missing', () => installAll(all ? '--include=dev' : '--omit=dev'), { screen });
}

/** @param {'--include=dev' | '--omit=dev'} extent */
async function installAll(extent) {
  const env = { ...process.env, PATH: withoutOwnPrograms(process.env.PATH ?? '') };
  const { status, output } = await runProgram('npm', ['ci', extent, '--loglevel=error', '--progress=false'], { env });
  if (status !== 0) throw new Refusal(`npm could not install the packages:\n\n${output.trim()}\n`);
  if (!existsSync(pinnedNode)) {
    throw new Refusal(
      'npm left out the install script of the package "node": allow it, delete node_modules and try again.',
    );
  }
}

/**
 * @param {string} path below the project's folder
 * @returns {import('./installation.mjs').Lockfile | undefined} undefined when there is no readable such file
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return undefined;
  }
}
