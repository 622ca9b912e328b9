import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readNodeCounts } from './counts.mjs';
import { compileCache, pinnedNode, root } from './paths.mjs';
import { withReportFile } from './report-file.mjs';
import { runProgram } from './run-program.mjs';
import { listFiles } from './sources.mjs';

const counting = pathToFileURL(join(root, 'launch/count-tests.mjs')).href;

/** Much of a test is waiting, for a password's hash or for a store: a small machine has room for more than one. */
const filesAtOnce = Math.max(3, availableParallelism());

/** One PostgreSQL for all test files of the API. */
const setups = new Map([['api', ['--test-global-setup=api/testing/global-setup.ts']]]);

/**
 * Runs all of a part's tests for `node --test`.
 * @param {string} part a folder of the project
 * @returns {Promise<import('./steps.mjs').Result>}
 */
export async function runNodeTests(part) {
  const files = listFiles(root, part).filter(path => /\.test\.(ts|mjs)$/.test(path));
  if (files.length === 0) return { ok: false, output: `${part}/ has no tests`, counts: readNodeCounts(undefined) };
  const { result, report } = await withReportFile(path => {
    const shown = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
    const counted = [`--test-reporter=${counting}`, `--test-reporter-destination=${path}`];
    const options = [
      '--test',
      '--test-timeout=120000',
      `--test-concurrency=${filesAtOnce}`,
      ...(setups.get(part) ?? []),
      ...shown,
      ...counted,
    ];
    return runProgram(pinnedNode, [...options, ...files], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
  });
  return { ok: result.status === 0, output: result.output, counts: readNodeCounts(report) };
}
