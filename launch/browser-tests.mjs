import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { readPlaywrightCounts } from './counts.mjs';
import { readPlaywrightDurations } from './durations.mjs';
import { compileCache, pinnedNode, root } from './paths.mjs';
import { withReportFile } from './report-file.mjs';
import { runProgram } from './run-program.mjs';

const playwright = join(root, 'node_modules/@playwright/test/cli.js');

/**
 * Runs the browser tests in e2e. The web app must be built.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./steps.mjs').Result>}
 * @throws {import('./launch-error.mjs').LaunchError} if there is no browser
 */
export async function runBrowserTests(env) {
  const CHROMIUM_PATH = await findBrowser(env);
  const { result, report } = await withReportFile(path => {
    const options = ['test', '--config=e2e/playwright.config.ts', '--forbid-only', '--reporter=list,json'];
    return runProgram(pinnedNode, [playwright, ...options], {
      env: { ...env, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: path, NODE_COMPILE_CACHE: compileCache },
    });
  });
  return {
    ok: result.status === 0,
    output: result.output,
    counts: readPlaywrightCounts(report),
    durations: readPlaywrightDurations(report),
  };
}
