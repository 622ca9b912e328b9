import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LaunchError } from './launch-error.mjs';
import { formatStepSummary, runSteps } from './run-steps.mjs';

it('npm test runs all steps after a failure, prints the output of failed steps, and ends with the total', async () => {
  /** @type {string[]} */
  const shown = [];
  const durations = [{ file: '/desk/api', milliseconds: 3100 }];
  const counts = { passed: 80, failed: 0, skipped: 1 };
  const results = await runSteps(
    [
      { name: 'lint', run: async () => ({ ok: false, output: 'first\nlast\n' }) },
      { name: 'types', run: async () => ({ ok: true, output: 'noise' }) },
      {
        name: 'api',
        tests: true,
        run: async () => ({ ok: true, output: '', counts, durations, skipReasons: ['No server.'] }),
      },
      { name: 'browser', tests: true, run: () => Promise.reject(new LaunchError('No browser found.')) },
    ],
    { screen: { write() {} }, print: text => shown.push(text) },
  );
  assert.deepEqual(shown, ['\nfirst\nlast\n', '\nNo browser found.\n']);
  const summary = formatStepSummary(results);
  assert.match(summary, /^lint +FAILED\ntypes +ok$/m);
  assert.match(summary, /^api +ok {2}80 passed, 0 failed, 1 skipped$/m);
  assert.match(summary, /^browser +FAILED {2}0 passed, 1 failed$/m);
  assert.match(summary, /^Skipped: No server\.$/m);
  assert.match(summary, /^Slowest files\n 3\.1 s {2}\/desk\/api$/m);
  assert.equal(summary.split('\n').at(-1), '80 passed, 1 failed');
});
