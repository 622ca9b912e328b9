import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { batchQueries } from './batch-queries.ts';

describe('batchQueries', () => {
  it('runs the calls of one event-loop iteration together, and resolves each call to its own result', async () => {
    const batches: (readonly number[])[] = [];
    const double = batchQueries(async (all: readonly number[]) => {
      batches.push(all);
      await setImmediate();
      return all.map(each => 2 * each);
    });
    const first = [double(1), double(2), double(1)];
    await setImmediate();
    const second = double(3);
    assert.deepEqual(await Promise.all([...first, second]), [2, 4, 2, 6]);
    assert.deepEqual(batches, [[1, 2, 1], [3]]);
  });

  it('rejects every call of a failed batch, but no call of a later batch', async () => {
    const run = batchQueries(async (all: readonly string[]) => {
      if (all.includes('unknown')) throw new Error('failed');
      return all;
    });
    const results = await Promise.allSettled([run('unknown'), run('known')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await run('known'), 'known');
  });
});
