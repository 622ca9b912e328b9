import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatSlowest, readPlaywrightDurations } from './durations.mjs';

describe('durations of test files', () => {
  it('sum the results of a Playwright file, including nested suites', () => {
    const spec = (/** @type {number} */ duration) => ({ tests: [{ results: [{ duration }] }] });
    const suite = { file: 'a.spec.ts', specs: [spec(1), spec(2)], suites: [{ file: 'a.spec.ts', specs: [spec(4)] }] };
    const report = JSON.stringify({ config: { rootDir: '/desk/e2e' }, suites: [suite] });
    assert.deepEqual(readPlaywrightDurations(report), [{ file: '/desk/e2e/a.spec.ts', milliseconds: 7 }]);
  });

  it('list the ten slowest files, slowest first', () => {
    const durations = Array.from({ length: 12 }, (_, index) => ({
      file: `/desk/api/${index}`,
      milliseconds: index * 1000,
    }));
    const lines = formatSlowest(durations, '/desk/');
    assert.equal(lines.length, 10);
    assert.deepEqual([lines[0], lines[9]], ['  11 s  api/11', ' 2.0 s  api/2']);
  });
});
