import { join } from 'node:path';
import { runBrowserTests } from './browser-tests.mjs';
import { runNodeTests } from './node-tests.mjs';
import { pinnedNode, root } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { buildWebIfStale } from './web-build.mjs';

/**
 * @typedef {{ ok: boolean, output: string } & Partial<Tested>} Result
 * @typedef {{ counts: import('./counts.mjs').Counts, durations: import('./durations.mjs').Duration[],
 *   skipReasons?: string[] }} Tested the additional results of a step that runs tests
 * @typedef {{ name: string, tests?: boolean, run(): Promise<Result> }} Step tests: whether the step runs tests
 */

/** @type {Step[]} */
const checks = [
  { name: 'types', run: () => runTool('node_modules/typescript/bin/tsc', '-b') },
  {
    name: 'lint',
    run: () => runTool('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'),
  },
  { name: 'direction', run: () => runTool('launch/check-direction.mjs') },
  {
    name: 'unused',
    run: () => runTool('node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  },
];

/** All parts with node tests. A part without tests fails, so that no part is skipped silently. */
const parts = ['launch', 'server', 'api', 'bff', 'web', 'e2e', 'tools'];

/** The steps of `npm test`, in order. @type {Step[]} */
export const steps = [
  ...checks,
  ...parts.map(name => ({ name, tests: true, run: () => runNodeTests(name) })),
  { name: 'build', run: buildWeb },
  { name: 'browser', tests: true, run: () => runBrowserTests(process.env) },
];

/** @returns {Promise<Result>} */
async function buildWeb() {
  await buildWebIfStale((_label, work) => work());
  return { ok: true, output: '' };
}

/**
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function runTool(script, ...args) {
  const { status, output } = await runProgram(pinnedNode, [join(root, script), ...args]);
  return { ok: status === 0, output };
}
