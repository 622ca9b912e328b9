import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LaunchError } from './launch-error.mjs';
import { formatStepSummary, runSteps } from './run-steps.mjs';

/** @param {string} name @param {import('./steps.mjs').Result} result */
const finished = (name, result) => ({ name, result });
const ok = { ok: true, output: '' };

const screen = { write() {} };

describe('formatStepSummary', () => {
  it('ends with the total of all tests, alone on its line', () => {
    const summary = formatStepSummary([
      finished('types', ok),
      finished('api', {
        ...ok,
        counts: { passed: 80, failed: 0, skipped: 1 },
        durations: [{ file: '/desk/api', milliseconds: 3100 }],
      }),
      finished('browser', { ...ok, ok: false, counts: { passed: 2, failed: 1, skipped: 0 } }),
    ]);
    assert.match(summary, /^types +ok$/m);
    assert.match(summary, /^api +ok {2}80 passed, 0 failed, 1 skipped$/m);
    assert.match(summary, /^browser +FAILED {2}2 passed, 1 failed$/m);
    assert.match(summary, /^Slowest files\n 3\.1 s {2}\/desk\/api$/m);
    assert.equal(summary.split('\n').at(-1), '82 passed, 1 failed');
  });

  it('has no total if no tests ran', () => {
    assert.equal(formatStepSummary([finished('types', ok)]).trim(), 'types  ok');
  });
});

describe('runSteps', () => {
  it('runs all steps, even after a failure', async () => {
    const failing = { name: 'lint', run: async () => ({ ok: false, output: 'a finding' }) };
    const results = await runSteps([failing, { name: 'types', run: async () => ok }], { screen, print() {} });
    assert.deepEqual(
      results.map(({ result }) => result.ok),
      [false, true],
    );
  });

  it('prints the output of failed steps only', async () => {
    /** @type {string[]} */
    const shown = [];
    const failing = { name: 'lint', run: async () => ({ ok: false, output: 'first\nlast\n' }) };
    const passing = { name: 'types', run: async () => ({ ok: true, output: 'noise' }) };
    await runSteps([failing, passing], { screen, print: text => shown.push(text) });
    assert.deepEqual(shown, ['\nfirst\nlast\n']);
  });

  it('counts one failure for tests that could not start', async () => {
    const run = async () => {
      throw new LaunchError('No browser found.');
    };
    const [step] = await runSteps([{ name: 'browser', tests: true, run }], { screen, print() {} });
    assert.deepEqual(step?.result, {
      ok: false,
      output: 'No browser found.',
      counts: { passed: 0, failed: 1, skipped: 0 },
      durations: [],
    });
  });
});
