import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQueue } from './queue.ts';

describe('few at once', () => {
  it('does no more than so many at a time, in order, and goes on after one that fails', async () => {
    const inTurn = createQueue(2);
    const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const begun: number[] = [];
    const all = ends.map(({ promise }, index) =>
      inTurn(async () => {
        begun.push(index);
        await promise;
        return index;
      }),
    );
    const settled = Promise.allSettled(all);
    assert.deepEqual(begun, [0, 1]);
    ends[1]?.reject(new Error('no'));
    await assert.rejects(all[1] ?? Promise.resolve());
    assert.deepEqual(begun, [0, 1, 2]);
    for (const { resolve } of ends) resolve();
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(begun, [0, 1, 2, 3, 4]);
    assert.equal(await inTurn(async () => 'free again'), 'free again');
  });
});
