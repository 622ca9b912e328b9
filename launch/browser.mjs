import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode, root } from './paths.mjs';
import { Refusal } from './refusal.mjs';
import { runProgram } from './run-program.mjs';

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome.exe'];

/** Where Chrome lives on systems that do not put it on the PATH. */
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a Chromium that starts here, and installs one where there is none: Playwright's own, else Debian's when root.
 * @param {NodeJS.ProcessEnv} env CHROMIUM_PATH there names the one to use
 * @returns {Promise<string>} the absolute path of its executable
 * @throws {Refusal} when there is none and none can be had
 */
export async function findBrowser(env) {
  const chosen = env.CHROMIUM_PATH;
  if (chosen && !(await starts(chosen))) throw new Refusal(`CHROMIUM_PATH is ${chosen}, which does not start.`);
  const found = chosen || (await findInstalled(env)) || (await downloadOwn()) || (await installFromDebian(env));
  if (found) return found;
  throw new Refusal(
    'There is no browser for the tests and none could be installed: install Chrome or Chromium, or name it in CHROMIUM_PATH.',
  );
}

/** @param {NodeJS.ProcessEnv} env */
async function findInstalled(env) {
  const candidates = [await ownPath(), ...listCandidates(env.PATH ?? ''), ...applications];
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path;
  return undefined;
}

/** @param {string} path a PATH */
export function listCandidates(path) {
  const folders = path.split(delimiter).filter(Boolean);
  return names.flatMap(name => folders.map(folder => join(folder, name)));
}

/** The path of the Chromium that Playwright downloads for itself, whether it is there or not. */
async function ownPath() {
  const playwright = pathToFileURL(join(root, 'node_modules/playwright-core/index.mjs')).href;
  const { chromium } = await import(playwright);
  return chromium.executablePath();
}

/** A browser may be there and lack a library of the system, or be a mere signpost to another package manager. */
async function starts(/** @type {string} */ path) {
  return (await runProgram(path, ['--version'], { timeoutSeconds: 15 })).status === 0;
}

async function downloadOwn() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' };
  await runProgram(pinnedNode, [cli, 'install', '--no-shell', 'chromium'], { env, timeoutSeconds: 300 });
  const path = await ownPath();
  return existsSync(path) && (await starts(path)) ? path : undefined;
}

/** @param {NodeJS.ProcessEnv} env */
async function installFromDebian(env) {
  if (process.getuid?.() !== 0) return undefined;
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutSeconds: 600 };
  const install = (/** @type {string} */ name) =>
    runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], quiet);
  await runProgram('apt-get', ['update'], quiet);
  await install('chromium');
  await install('chromium-headless-shell'); // what journeys cost least in; older systems have none
  return findInstalled(env);
}
