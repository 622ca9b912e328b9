import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCountBatch } from './count-batch.ts';

describe('a batch of counts', () => {
  const create = () => {
    const requests: (readonly string[])[] = [];
    const count = createCountBatch(async queries => {
      requests.push(queries);
      return queries.map(query => query.length);
    });
    return { requests, count };
  };

  it('sends one request for queries counted before the next microtask, each query once', async () => {
    const { requests, count } = create();
    assert.deepEqual(await Promise.all([count('state=open'), count(''), count('state=open')]), [10, 0, 10]);
    assert.equal(await count(''), 0);
    assert.deepEqual(requests, [['state=open', ''], ['']]);
  });

  it('splits requests after 10 queries, and before the URL becomes too long', async () => {
    const { requests, count } = create();
    await Promise.all(Array.from({ length: 21 }, (_, index) => count(`tag=${index}`)));
    assert.deepEqual(
      requests.map(({ length }) => length),
      [10, 10, 1],
    );
    await Promise.all(['a', 'b', 'c'].map(letter => count(`q=${letter.repeat(2000)}`)));
    assert.deepEqual(
      requests.slice(3).map(({ length }) => length),
      [2, 1],
    );
  });

  it('rejects only the counts of the failed request', async () => {
    const count = createCountBatch<number>(async queries => {
      if (queries.length === 1) throw new Error('unavailable');
      return queries.map(() => 1);
    });
    const counts = await Promise.allSettled(Array.from({ length: 11 }, (_, index) => count(`tag=${index}`)));
    assert.deepEqual(new Set(counts.slice(0, 10).map(({ status }) => status)), new Set(['fulfilled']));
    assert.equal(counts[10]?.status, 'rejected');
  });
});
