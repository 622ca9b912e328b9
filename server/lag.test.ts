import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchLag } from './lag.ts';

describe('the lag of a process', () => {
  const beBusy = async (milliseconds: number): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, 30));
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  };

  it('is none for one long turn, and how long the second in a row has lasted', async () => {
    const lag = watchLag();
    await beBusy(200);
    assert.equal(lag(), 0);
    const until = performance.now() + 400;
    // The timers are due first of all in a turn: this one comes after them.
    await new Promise(resolve => setTimeout(resolve, 1));
    while (performance.now() < until);
    assert.ok(lag() >= 100, `${lag()} ms`);
    await beBusy(0);
    await beBusy(0);
    assert.equal(lag(), 0);
  });
});
