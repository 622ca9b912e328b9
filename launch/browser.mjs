import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LaunchError } from './launch-error.mjs';
import { pinnedNode, root } from './paths.mjs';
import { runProgram } from './run-program.mjs';

const executableNames = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome.exe'];

/** Paths of Chrome on systems that do not put it on the PATH. */
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a Chromium that starts, or installs one. The new browser comes from Playwright or, if that fails and the user
 * is root, from Debian.
 * @param {NodeJS.ProcessEnv} env CHROMIUM_PATH names the browser to use
 * @returns {Promise<string>} the path of its executable
 * @throws {LaunchError} if CHROMIUM_PATH does not start, or no browser is found and none can be installed
 */
export async function findBrowser(env) {
  const configuredPath = env.CHROMIUM_PATH;
  if (configuredPath && !(await starts(configuredPath)))
    throw new LaunchError(
      `CHROMIUM_PATH is ${configuredPath}, which does not start: set it to Chrome or Chromium, or unset it.`,
    );
  const found =
    configuredPath || (await findInstalled(env)) || (await downloadFromPlaywright()) || (await installFromDebian(env));
  if (found) return found;
  throw new LaunchError(
    'No browser found for the tests, and installing one failed: install Chrome or Chromium, or set CHROMIUM_PATH.',
  );
}

/** @param {NodeJS.ProcessEnv} env */
async function findInstalled(env) {
  const candidates = [await getPlaywrightPath(), ...listCandidates(env.PATH ?? ''), ...applications];
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path;
  return undefined;
}

/** @param {string} path a PATH */
export function listCandidates(path) {
  const folders = path.split(delimiter).filter(Boolean);
  return executableNames.flatMap(name => folders.map(folder => join(folder, name)));
}

/** Returns the path to which Playwright downloads Chromium, even if it is missing. */
async function getPlaywrightPath() {
  const playwright = pathToFileURL(join(root, 'node_modules/playwright-core/index.mjs')).href;
  const { chromium } = await import(playwright);
  return chromium.executablePath();
}

/**
 * Returns whether a browser runs. It may lack a system library, or be a stub that points to another package manager.
 */
async function starts(/** @type {string} */ path) {
  return (await runProgram(path, ['--version'], { timeoutSeconds: 15 })).status === 0;
}

async function downloadFromPlaywright() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' };
  await runProgram(pinnedNode, [cli, 'install', '--no-shell', 'chromium'], { env, timeoutSeconds: 300 });
  const path = await getPlaywrightPath();
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
  await install('chromium-headless-shell'); // the fastest for journeys; missing on older systems
  return findInstalled(env);
}
