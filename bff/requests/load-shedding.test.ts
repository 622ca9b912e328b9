import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignedIn } from '../testing/signed-in-desk.ts';
import { watchLag } from './load-shedding.ts';

describe('a process that is far behind', () => {
  it('503 with Retry-After at once, nothing asked of the API, and goes on when it has caught up', async t => {
    let behind = 1001;
    const { browser, upstream } = await startSignedIn(t, { lag: () => behind });
    const refused = await browser.call('/api/tickets');
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '1']);
    assert.equal(JSON.parse(refused.text).code, 50300);
    assert.equal(upstream.received.length, 0);
    behind = 1000;
    assert.equal((await browser.call('/api/tickets')).status, 200);
  });

  it('200 for its page and for whoever asks how it is', async t => {
    const { browser } = await startSignedIn(t, { lag: () => 60_000 });
    for (const path of ['/', '/healthz', '/readyz']) assert.equal((await browser.send(path)).status, 200, path);
  });
});

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
