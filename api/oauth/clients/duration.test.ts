import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDuration, parseDuration } from '#contract/duration';

describe('a duration', () => {
  it('is a whole number of seconds, minutes, hours or days', () => {
    const parsed = ['0s', '90s', '10m', '8h', '30d', '007m'].map(parseDuration);
    assert.deepEqual(parsed, [0, 90, 600, 28_800, 2_592_000, 420]);
  });

  it('is null for malformed text', () => {
    for (const text of ['', '10', 'm', '10 m', '1.5h', '-1m', '1h30m', '10M', '10m\n', '1w', '1e3s', '9999999999s']) {
      assert.equal(parseDuration(text), null, JSON.stringify(text));
    }
  });

  it('is formatted in the largest unit that divides it', () => {
    const formatted = [0, 45, 90, 120, 5400, 86_400, 90_000].map(formatDuration);
    assert.equal(formatted.join(' '), '0s 45s 90s 2m 90m 1d 25h');
  });
});
