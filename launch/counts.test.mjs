import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addCounts, formatCounts, readNodeCounts, readPlaywrightCounts } from './counts.mjs';

/**
 * Runs a program as a test file of its own.
 * @param {string} program
 */
function runCounted(program) {
  const reporter = fileURLToPath(new URL('count-tests.mjs', import.meta.url));
  const url = `data:text/javascript,${encodeURIComponent(program)}`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, [`--test-reporter=${reporter}`, `--import=${url}`, '-e', ''], {
    encoding: 'utf8',
    env,
  }).stdout;
}

describe('readNodeCounts', () => {
  it('counts passed, failed and skipped tests, but not suites', () => {
    const text = runCounted(`
      import { describe, it } from 'node:test';
      describe('a suite', () => {
        it('passes', () => {});
        it('passes too', () => {});
        it('fails', () => { throw new Error('no'); });
        it.skip('is skipped', () => {});
        it.todo('is not written');
      });`);
    assert.deepEqual(readNodeCounts(text), { passed: 2, failed: 1, skipped: 2 });
  });

  it('counts one failure if the run ended without a report', () => {
    assert.deepEqual(readNodeCounts(undefined), { passed: 0, failed: 1, skipped: 0 });
    assert.deepEqual(readNodeCounts(''), { passed: 0, failed: 1, skipped: 0 });
  });
});

describe('readPlaywrightCounts', () => {
  it('counts a test that passed only on a retry as failed, and an error outside of tests too', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
    assert.deepEqual(readPlaywrightCounts(JSON.stringify({ stats, errors: [] })), { passed: 5, failed: 3, skipped: 3 });
    assert.deepEqual(readPlaywrightCounts(JSON.stringify({ stats, errors: [{}] })), {
      passed: 5,
      failed: 4,
      skipped: 3,
    });
  });
});

it('addCounts sums each count', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  assert.deepEqual(addCounts([one, one]), { passed: 2, failed: 4, skipped: 6 });
  assert.deepEqual(addCounts([]), { passed: 0, failed: 0, skipped: 0 });
});

it('formatCounts mentions skipped tests only if there are any', () => {
  assert.equal(formatCounts({ passed: 1, failed: 0, skipped: 0 }), '1 passed, 0 failed');
  assert.equal(formatCounts({ passed: 1, failed: 0, skipped: 2 }), '1 passed, 0 failed, 2 skipped');
});
