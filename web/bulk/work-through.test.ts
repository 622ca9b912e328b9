import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Outcome, workThrough } from './work-through.ts';

const free = {
  atOnce: 3,
  mayBegin: () => Promise.resolve(),
  signal: new AbortController().signal,
  onOutcome: () => {},
};
const kinds = (outcomes: readonly Outcome<unknown, unknown>[]): string => outcomes.map(({ kind }) => kind[0]).join('');

describe('working through many', () => {
  it('does each once, no more at a time than it may, and tells of each as it ends', async () => {
    let under = 0;
    let most = 0;
    const heard: number[] = [];
    const outcomes = await workThrough(
      [1, 2, 3, 4, 5, 6, 7],
      async item => {
        most = Math.max(most, ++under);
        await new Promise(resolve => setImmediate(resolve));
        under--;
        return item * 2;
      },
      { ...free, onOutcome: ({ item }) => heard.push(item) },
    );
    assert.equal(most, 3);
    assert.deepEqual(heard.toSorted(), [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(
      outcomes.map(outcome => outcome.kind === 'done' && outcome.result),
      [2, 4, 6, 8, 10, 12, 14],
    );
  });

  it('goes on after a failure, which it tells', async () => {
    const outcomes = await workThrough(
      [1, 2, 3],
      item => (item === 2 ? Promise.reject('no') : Promise.resolve()),
      free,
    );
    assert.equal(kinds(outcomes), 'dfd');
    assert.deepEqual(outcomes[1], { item: 2, kind: 'failed', error: 'no' });
  });

  it('begins nothing new once it is stopped, and finishes what is under way', async () => {
    const stop = new AbortController();
    const outcomes = await workThrough(
      [1, 2, 3, 4, 5],
      async item => {
        if (item === 2) stop.abort();
      },
      { ...free, atOnce: 1, signal: stop.signal },
    );
    assert.equal(kinds(outcomes), 'ddlll');
  });
});
