import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConcurrencyLimit } from './concurrency-limit.ts';

describe('the concurrency limit', () => {
  it('runs at most two tasks at a time, in order, and continues after a failure', async () => {
    const runLimited = createConcurrencyLimit(2);
    const tasks = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const started: number[] = [];
    const all = tasks.map(({ promise }, index) =>
      runLimited(async () => {
        started.push(index);
        await promise;
        return index;
      }),
    );
    const settled = Promise.allSettled(all);
    assert.deepEqual(started, [0, 1]);
    tasks[1]?.reject(new Error('no'));
    await assert.rejects(all[1] ?? Promise.resolve());
    assert.deepEqual(started, [0, 1, 2]);
    for (const { resolve } of tasks) resolve();
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(started, [0, 1, 2, 3, 4]);
    assert.equal(await runLimited(async () => 'free again'), 'free again');
  });
});
