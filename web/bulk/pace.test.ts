import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createPace } from './pace.ts';

/** When each of so many requests is sent, in milliseconds, if all are wanted at once. */
function times(count: number, burst: number, perSecond: number): number[] {
  let time = 0;
  const wait = createPace({ burst, perSecond, now: () => time });
  return Array.from({ length: count }, () => {
    time += wait();
    return time;
  });
}

describe('the pace of many requests', () => {
  it('lets the first ones go at once and the others one after the other', () => {
    assert.deepEqual(times(5, 3, 10), [0, 0, 0, 100, 200]);
  });

  it('lets a burst go again after a rest', () => {
    let time = 0;
    const wait = createPace({ burst: 2, perSecond: 10, now: () => time });
    assert.deepEqual([wait(), wait(), wait()], [0, 0, 100]);
    time = 1000;
    assert.deepEqual([wait(), wait(), wait()], [0, 0, 100]);
  });

  it('never lets more go within a minute than the burst and what a minute brings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (burst, perSecond) => {
        const sent = times(500, burst, perSecond);
        for (const [index, time] of sent.entries()) {
          const within = sent.slice(index).filter(other => other < time + 60_000).length;
          assert.ok(within <= burst + 60 * perSecond, `${within} within a minute`);
        }
      }),
      { numRuns: 30 },
    );
  });
});
