import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { NetworkError } from '../errors.ts';
import {
  detectOutage,
  getOutage,
  isUnreachable,
  onReachabilityChange,
  reportReachable,
  sendWhenReachable,
} from './reachability.ts';

/** Creates a desk with one outcome per request: a status, or no response. */
function createDesk(...outcomes: readonly (number | 'no response')[]) {
  let count = 0;
  const request = async (): Promise<Response> => {
    const outcome = outcomes[count++] ?? 500;
    if (outcome === 'no response') throw new NetworkError('no response');
    return new Response(null, { status: outcome, headers: outcome === 429 ? { 'Retry-After': '7' } : {} });
  };
  return { request, count: () => count };
}

/** Resolves after all pending promise callbacks. */
const flushPromises = () => new Promise(resolve => setImmediate(resolve));

const getStatus = async (response: Promise<Response>): Promise<number> => (await response).status;

describe('a request that starts an outage', () => {
  afterEach(reportReachable);

  const cases = [
    [['no response', 502, 503, 504], { repeatable: true, title: 'is sent again', status: 201, requests: 2 }],
    [[429, 503], { repeatable: false, title: 'is sent again, even if it is not repeatable', status: 201, requests: 2 }],
    [[502, 504], { repeatable: false, title: 'is not sent again if it is not repeatable', status: null, requests: 1 }],
  ] as const;
  for (const [outcomes, { repeatable, title, status, requests }] of cases) {
    for (const outcome of outcomes) {
      it(`${title}, after ${outcome}`, async () => {
        const { request, count } = createDesk(outcome, 201);
        const received = getStatus(sendWhenReachable(request, { repeatable }));
        await flushPromises();
        assert.deepEqual([isUnreachable(), count()], [true, 1]);
        reportReachable();
        assert.equal(await received, status ?? outcome);
        assert.deepEqual([isUnreachable(), count()], [false, requests]);
      });
    }
  }

  it('fails if it gets no response and is not repeatable', async () => {
    const { request } = createDesk('no response');
    await assert.rejects(sendWhenReachable(request, { repeatable: false }), NetworkError);
  });

  it('reports the Retry-After of a 429', async () => {
    void sendWhenReachable(createDesk(429).request, { repeatable: true });
    await flushPromises();
    assert.deepEqual(getOutage(), { obstacle: 'busy', pauseSeconds: 7 });
  });

  it('fails after five attempts', async () => {
    const { request, count } = createDesk(504, 504, 504, 504, 504, 200);
    const stop = onReachabilityChange(() => isUnreachable() && setImmediate(reportReachable));
    assert.equal(await getStatus(sendWhenReachable(request, { repeatable: true })), 504);
    assert.equal(count(), 5);
    await flushPromises();
    stop();
  });

  it('rejects when the signal is aborted', async () => {
    const { request, count } = createDesk('no response');
    const controller = new AbortController();
    const response = sendWhenReachable(request, { repeatable: true, signal: controller.signal });
    await flushPromises();
    controller.abort();
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(count(), 1);
  });
});

describe('a 429', () => {
  for (const [title, headers, obstacle] of [
    ['starts an outage if the rate limit is exhausted', { 'X-Rate-Limit-Remaining': '0' }, 'busy'],
    ['starts an outage if it lacks `X-Rate-Limit-Remaining`, as the response of a proxy does', {}, 'busy'],
    ['rejects only its own request while the rate limit allows others', { 'X-Rate-Limit-Remaining': '1' }, undefined],
  ] as const)
    it(title, () => assert.equal(detectOutage(new Response(null, { status: 429, headers }))?.obstacle, obstacle));
});

describe('an outage', () => {
  afterEach(reportReachable);

  it('delays repeatable requests', async () => {
    void sendWhenReachable(createDesk('no response').request, { repeatable: true });
    await flushPromises();
    const { request, count } = createDesk(200);
    const status = getStatus(sendWhenReachable(request, { repeatable: true }));
    await flushPromises();
    assert.equal(count(), 0);
    reportReachable();
    assert.equal(await status, 200);
  });

  it('ends with the response to a later request, but not with the response to an earlier request', async () => {
    const before = Promise.withResolvers<Response>();
    const early = sendWhenReachable(() => before.promise, { repeatable: true });
    const waiting = sendWhenReachable(createDesk('no response', 200).request, { repeatable: true });
    await flushPromises();
    before.resolve(new Response());
    await early;
    assert.equal(isUnreachable(), true);
    await sendWhenReachable(createDesk(200).request, { repeatable: false });
    assert.equal(isUnreachable(), false);
    assert.equal(await getStatus(waiting), 200);
  });
});
