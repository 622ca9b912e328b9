import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { throttle } from './refetch.ts';

describe('throttle', () => {
  let runs = 0;
  beforeEach(() => {
    runs = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());
  const advance = async (milliseconds: number): Promise<void> => {
    mock.timers.tick(milliseconds);
    await setImmediate();
  };

  it('runs immediately, and once after the pause for all calls meanwhile', async () => {
    const run = throttle(1000, () => runs++);
    for (let call = 0; call < 3; call++) run();
    assert.equal(runs, 1);
    await advance(999);
    assert.equal(runs, 1);
    await advance(1);
    assert.equal(runs, 2);
    await advance(1000);
    assert.equal(runs, 2);
  });

  it('does not run again before a slow run has settled, even if it fails', async () => {
    const first = Promise.withResolvers<void>();
    const run = throttle(1000, () => (runs++ === 0 ? first.promise : null));
    run();
    run();
    await advance(3000);
    assert.equal(runs, 1);
    first.reject(new Error('unavailable'));
    await advance(0);
    assert.equal(runs, 2);
  });
});
