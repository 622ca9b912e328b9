import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addCounts, readNodeCounts } from './counts.mjs';
import { readNodeDurations } from './durations.mjs';
import { withPostgres } from './lend-postgres.mjs';
import { compileCache, pinnedNode, root } from './paths.mjs';
import { withReportFile } from './report-file.mjs';
import { runProgram } from './run-program.mjs';
import { deal, findLooseHooks, listTests } from './test-files.mjs';

const counting = pathToFileURL(join(root, 'launch/count-tests.mjs')).href;
const fixedSeed = pathToFileURL(join(root, 'launch/fixed-seed.mjs')).href;

/** Much of a test is waiting, for a password's hash or for a store: a small machine has room for more than one. */
const processesAtOnce = Math.max(4, availableParallelism());

const testSeconds = 120;

/** Longer than any test may take: who says nothing for so long has finished its tests, and something holds it up. */
const quietSeconds = testSeconds + 30;

/** What tests of a part are lent while they run, in their environment. */
const lenders = new Map([['api', withPostgres]]);

/**
 * Runs all of a part's tests for `node --test`, in a few processes that take a share of the files each: loading what is
 * tested takes longer than most files' tests.
 * @param {string} part a folder of the project
 * @param {{ folder?: string, processes?: number }} [options] folder: where the part is
 * @returns {Promise<import('./steps.mjs').Result & import('./steps.mjs').Tested>}
 */
export async function runNodeTests(part, { folder = root, processes = processesAtOnce } = {}) {
  const files = listTests(folder, part);
  if (files.length === 0) return refuse(`${part}/ has no tests`);
  const loose = findLooseHooks(folder, files);
  if (loose.length > 0) return refuse(`Outside of a describe, a hook holds for other files too: ${loose.join(', ')}`);
  const lend = lenders.get(part) ?? (work => work({}));
  const ran = await lend(lent => Promise.all(deal(files, processes).map(share => runShare(share, folder, lent))));
  return {
    ok: ran.every(({ ok }) => ok),
    output: ran
      .filter(({ ok }) => !ok)
      .map(({ output }) => output)
      .join('\n'),
    counts: addCounts(ran.map(({ counts }) => counts)),
    durations: ran.flatMap(({ durations }) => durations),
  };
}

/** @param {string} output */
function refuse(output) {
  return { ok: false, output, counts: readNodeCounts(undefined), durations: [] };
}

/**
 * @param {string[]} files
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} lent
 */
async function runShare(files, folder, lent) {
  const { result, report } = await withReportFile(path => {
    const shown = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
    const counted = [`--test-reporter=${counting}`, `--test-reporter-destination=${path}`];
    const limits = ['--test-isolation=none', `--test-timeout=${testSeconds * 1000}`];
    return runProgram(pinnedNode, [`--import=${fixedSeed}`, '--test', ...limits, ...shown, ...counted, ...files], {
      cwd: folder,
      // Run within a test, it would report to that test's runner.
      env: { ...process.env, ...lent, NODE_COMPILE_CACHE: compileCache, NODE_TEST_CONTEXT: undefined },
      quietSeconds,
    });
  });
  // A test that ends the process ends it with whatever status, and without a report.
  const counts = readNodeCounts(report);
  const durations = readNodeDurations(report);
  if (report) return { ok: result.status === 0, output: result.output, counts, durations };
  const ending = `Ended with status ${result.status} before its tests did: node --test ${files.join(' ')}`;
  return { ok: false, output: `${result.output}\n${ending}`, counts, durations };
}
