import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestQueue } from '#server/request-queue';
import { startSignedInDesk } from '../testing/signed-in-desk.ts';

const admitAll: RequestQueue['admit'] = (_req, _res, next) => next();

describe('an overloaded process', () => {
  it('503 with Retry-After without a request to the API, then 200 after the process has caught up', async t => {
    let waitedMilliseconds = 1001;
    const { browser, upstream } = await startSignedInDesk(t, {
      requestQueue: {
        admit: admitAll,
        getWaitedMilliseconds: () => waitedMilliseconds,
        getLength: () => 0,
        getOldestMilliseconds: () => 0,
      },
    });
    const rejected = await browser.call('/api/tickets');
    assert.deepEqual([rejected.status, rejected.headers['retry-after']], [503, '1']);
    assert.equal(JSON.parse(rejected.text).code, 50300);
    assert.equal(upstream.received.length, 0);
    waitedMilliseconds = 1000;
    assert.equal((await browser.call('/api/tickets')).status, 200);
  });

  it('200 for pages, and for probes even if the queue is stuck', async t => {
    let isStuck = false;
    const admit: RequestQueue['admit'] = (_req, _res, next) => isStuck || next();
    const { browser } = await startSignedInDesk(t, {
      requestQueue: { admit, getWaitedMilliseconds: () => 60_000, getLength: () => 0, getOldestMilliseconds: () => 0 },
    });
    assert.equal((await browser.send('/')).status, 200);
    isStuck = true;
    for (const path of ['/healthz', '/readyz']) assert.equal((await browser.send(path)).status, 200, path);
  });
});
