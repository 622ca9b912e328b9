import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getOutageDelay, getRetryDelay } from './retry-delay.ts';

describe('the delay after a failure', () => {
  it('grows from ten seconds to a day, with 20% jitter, and is null after the last attempt', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(attempts => getRetryDelay(attempts, 0.5));
    assert.deepEqual(
      delays,
      [10, 60, 300, 900, 3600, 14_400, 43_200, 86_400].map(each => each * 1000).concat(null as never),
    );
    assert.deepEqual([getRetryDelay(1, 0), getRetryDelay(1, 1)], [8000, 12_000]);
  });

  it('is as long as the outage of the server, from ten seconds to five minutes', () => {
    assert.deepEqual([0, 60_000, 9_000_000].map(getOutageDelay), [10_000, 60_000, 300_000]);
  });
});
