import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSendLimits } from './send-limits.ts';

describe('the limit of mails per minute', () => {
  it('delays no mail until a burst of a sixth of the limit is used, and then spaces the mails evenly', () => {
    const { reserve } = createSendLimits({ maxPerMinute: 60, maxConnections: 2 });
    const times = Array.from({ length: 14 }, (_, index) => reserve(String(index), 1_000_000) - 1_000_000);
    assert.deepEqual(times, [...Array(11).fill(0), 1000, 2000, 3000]);
  });

  it('spreads a backlog over the time that a slow server takes', () => {
    const { reserve, observe } = createSendLimits({ maxPerMinute: 10_000, maxConnections: 2 });
    observe(1000);
    const times = Array.from({ length: 10 }, (_, index) => reserve(String(index), 0));
    assert.deepEqual(times, [...Array(7).fill(0), 500, 1000, 1500]);
  });

  it('returns the same reserved time again for a delivery', () => {
    const { reserve } = createSendLimits({ maxPerMinute: 1, maxConnections: 2 });
    assert.equal(reserve('a', 0), 0);
    assert.deepEqual([reserve('b', 1), reserve('b', 2), reserve('c', 3)], [60_000, 60_000, 120_000]);
    assert.equal(reserve('b', 60_500), 60_500);
  });

  it('is exceeded by at most the burst and one mail in any minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.array(fc.integer({ min: 0, max: 20_000 })), (limit, pauses) => {
        const { reserve } = createSendLimits({ maxPerMinute: limit, maxConnections: 2 });
        const times = pauses.map((_, index) => pauses.slice(0, index).reduce((sum, pause) => sum + pause, 0));
        const sent = times.map((time, index) => reserve(String(index), time)).sort((a, b) => a - b);
        for (const time of sent)
          assert.ok(
            sent.filter(each => each >= time && each < time + 60_000).length <= limit + Math.floor(limit / 6) + 1,
          );
      }),
    );
  });
});
