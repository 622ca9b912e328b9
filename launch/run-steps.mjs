import { addCounts, formatCounts } from './counts.mjs';
import { formatSlowest } from './durations.mjs';
import { showElapsed } from './elapsed.mjs';
import { LaunchError } from './launch-error.mjs';
import { root } from './paths.mjs';

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./steps.mjs').Result} Result
 * @typedef {{ name: string, result: Result }} Finished
 */

/** Counts of a test step that could not start. */
const notStarted = { passed: 0, failed: 1, skipped: 0 };

/**
 * Runs all steps in order, even after a failure, and prints a failed step's output.
 * @param {Step[]} steps
 * @param {{ screen?: import('./elapsed.mjs').Screen, print?: (text: string) => void }} [output]
 * @returns {Promise<Finished[]>}
 */
export async function runSteps(steps, { screen = process.stdout, print = console.log } = {}) {
  const finished = [];
  for (const step of steps) {
    const result = await showElapsed(step.name, () => runStep(step), { remark: formatRemark, screen });
    if (!result.ok) print(`\n${result.output.trimEnd()}\n`);
    finished.push({ name: step.name, result });
  }
  return finished;
}

/**
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function runStep(step) {
  try {
    return await step.run();
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    return { ok: false, output: error.message, ...(step.tests && { counts: notStarted, durations: [] }) };
  }
}

/** @param {Result} result */
function formatRemark({ ok, counts }) {
  return `${ok ? '' : '  FAILED'}${counts ? `  ${formatCounts(counts)}` : ''}`;
}

/**
 * @param {Finished[]} finished
 * @returns {string} one line per step; if tests ran, also the reasons for skipped tests, the slowest files and, on the
 *   last line, the total
 */
export function formatStepSummary(finished) {
  const width = Math.max(...finished.map(({ name }) => name.length));
  const lines = finished.map(
    ({ name, result }) => `${name.padEnd(width)}  ${result.ok ? 'ok' : 'FAILED'}${formatStepCounts(result)}`,
  );
  const counts = finished.flatMap(({ result }) => result.counts ?? []);
  if (counts.length === 0) return ['', ...lines].join('\n');
  const { passed, failed } = addCounts(counts);
  const slowest = formatSlowest(
    finished.flatMap(({ result }) => result.durations ?? []),
    root,
  );
  const skipped = new Set(finished.flatMap(({ result }) => result.skipReasons ?? []));
  const reasons = [...skipped].map(reason => `Skipped: ${reason}`);
  return ['', ...lines, ...reasons, '', 'Slowest files', ...slowest, '', `${passed} passed, ${failed} failed`].join(
    '\n',
  );
}

/** @param {Result} result */
function formatStepCounts({ counts }) {
  return counts ? `  ${formatCounts(counts)}` : '';
}
