import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addCounts, readNodeCounts, readSkipReasons } from './counts.mjs';
import { readNodeDurations } from './durations.mjs';
import { compileCache, pinnedNode, root } from './paths.mjs';
import { withReportFile } from './report-file.mjs';
import { runProgram } from './run-program.mjs';
import { findTopLevelHooks, listTests, splitFiles } from './test-files.mjs';
import { withPostgres } from './test-postgres.mjs';

const countReporter = pathToFileURL(join(root, 'launch/count-tests.mjs')).href;
const fixedSeed = pathToFileURL(join(root, 'launch/fixed-seed.mjs')).href;

/** Tests mostly wait for password hashes and databases. Even a small machine therefore runs several processes. */
const maximumProcesses = Math.max(4, availableParallelism());

const testSeconds = 120;

/** Longer than any test may take. A process without output for this long has finished its tests but does not exit. */
const quietSeconds = testSeconds + 30;

/** Services that the tests of a part need; their addresses are added to the environment. */
const services = new Map([
  ['api', withPostgres],
  ['tools', withPostgres],
]);

/**
 * Runs all node tests of a part in few processes, because loading code is slow.
 * @param {string} part a folder of the project
 * @param {{ folder?: string, processes?: number }} [options] folder: the parent folder of the part
 * @returns {Promise<import('./steps.mjs').Result & import('./steps.mjs').Tested>}
 */
export async function runNodeTests(part, { folder = root, processes = maximumProcesses } = {}) {
  const files = listTests(folder, part);
  if (files.length === 0) return failRun(`${part}/ has no tests`);
  const hooks = findTopLevelHooks(folder, files);
  if (hooks.length > 0) return failRun(`A hook outside of a describe applies to other files too: ${hooks.join(', ')}`);
  const withService = services.get(part) ?? (work => work({}));
  const results = await withService(added =>
    Promise.all(splitFiles(files, processes).map(share => runShare(share, folder, added))),
  );
  return {
    ok: results.every(({ ok }) => ok),
    output: results
      .filter(({ ok }) => !ok)
      .map(({ output }) => output)
      .join('\n'),
    counts: addCounts(results.map(({ counts }) => counts)),
    durations: results.flatMap(({ durations }) => durations),
    skipReasons: [...new Set(results.flatMap(({ skipReasons }) => skipReasons))],
  };
}

/** @param {string} output */
function failRun(output) {
  return { ok: false, output, counts: readNodeCounts(undefined), durations: [], skipReasons: [] };
}

/**
 * @param {string[]} files
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} added to the environment
 */
async function runShare(files, folder, added) {
  const { result, report } = await withReportFile(path => {
    const specReporter = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
    const countingReporter = [`--test-reporter=${countReporter}`, `--test-reporter-destination=${path}`];
    const limits = ['--test-isolation=none', `--test-timeout=${testSeconds * 1000}`];
    return runProgram(
      pinnedNode,
      [`--import=${fixedSeed}`, '--test', ...limits, ...specReporter, ...countingReporter, ...files],
      {
        cwd: folder,
        // With NODE_TEST_CONTEXT, a run within a test would report to that test's runner.
        env: { ...process.env, ...added, NODE_COMPILE_CACHE: compileCache, NODE_TEST_CONTEXT: undefined },
        quietSeconds,
      },
    );
  });
  // A test that exits the process may set any status, but leaves no report.
  const counts = readNodeCounts(report);
  const durations = readNodeDurations(report);
  const skipReasons = readSkipReasons(report);
  if (report) return { ok: result.status === 0, output: result.output, counts, durations, skipReasons };
  const ending = `Exited with status ${result.status} before its tests finished: node --test ${files.join(' ')}`;
  return { ok: false, output: `${result.output}\n${ending}`, counts, durations, skipReasons };
}
