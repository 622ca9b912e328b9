import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTokenBucket } from './token-bucket.ts';

/** Returns when each of `count` simultaneous requests is sent, in milliseconds. */
function sendTimes(count: number, burst: number, perSecond: number): number[] {
  let time = 0;
  const wait = createTokenBucket({ burst, perSecond, now: () => time });
  return Array.from({ length: count }, () => {
    time += wait();
    return time;
  });
}

describe('the token bucket', () => {
  it('sends the burst immediately and the others one after another', () => {
    assert.deepEqual(sendTimes(5, 3, 10), [0, 0, 0, 100, 200]);
  });

  it('allows another burst after a pause', () => {
    let time = 0;
    const wait = createTokenBucket({ burst: 2, perSecond: 10, now: () => time });
    assert.deepEqual([wait(), wait(), wait()], [0, 0, 100]);
    time = 1000;
    assert.deepEqual([wait(), wait(), wait()], [0, 0, 100]);
  });

  it('sends at most the burst plus a minute’s refill within any minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (burst, perSecond) => {
        const sent = sendTimes(500, burst, perSecond);
        for (const [index, time] of sent.entries()) {
          const within = sent.slice(index).filter(other => other < time + 60_000).length;
          assert.ok(within <= burst + 60 * perSecond, `${within} within a minute`);
        }
      }),
      { numRuns: 30 },
    );
  });
});
