import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runConcurrently, type TaskOutcome } from './run-concurrently.ts';

const options = {
  concurrency: 3,
  waitForToken: () => Promise.resolve(),
  signal: new AbortController().signal,
  onOutcome: () => {},
};
const kinds = (outcomes: readonly TaskOutcome<unknown, unknown>[]): string =>
  outcomes.map(({ kind }) => kind[0]).join('');

describe('running tasks concurrently', () => {
  it('runs each task once, within the concurrency limit, and reports each outcome', async () => {
    let running = 0;
    let maxRunning = 0;
    const reported: number[] = [];
    const outcomes = await runConcurrently(
      [1, 2, 3, 4, 5, 6, 7],
      async item => {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise(resolve => setImmediate(resolve));
        running--;
        return item * 2;
      },
      { ...options, onOutcome: ({ item }) => reported.push(item) },
    );
    assert.equal(maxRunning, 3);
    assert.deepEqual(reported.toSorted(), [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(
      outcomes.map(outcome => outcome.kind === 'done' && outcome.result),
      [2, 4, 6, 8, 10, 12, 14],
    );
  });

  it('continues after a failure and reports it', async () => {
    const outcomes = await runConcurrently(
      [1, 2, 3],
      item => (item === 2 ? Promise.reject('no') : Promise.resolve()),
      options,
    );
    assert.equal(kinds(outcomes), 'dfd');
    assert.deepEqual(outcomes[1], { item: 2, kind: 'failed', error: 'no' });
  });

  it('starts no further task once aborted, and finishes the running ones', async () => {
    const abortController = new AbortController();
    const outcomes = await runConcurrently(
      [1, 2, 3, 4, 5],
      async item => {
        if (item === 2) abortController.abort();
      },
      { ...options, concurrency: 1, signal: abortController.signal },
    );
    assert.equal(kinds(outcomes), 'ddlll');
  });
});
