import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { NetworkError } from '../api-errors.ts';
import { isUnreachable, onReachabilityChange, readOutage, reportReached, whileReachable } from './reachability.ts';

/** A desk that meets each request with the next of these outcomes: a status, or no answer at all. */
function createDesk(...outcomes: readonly (number | 'silence')[]) {
  let count = 0;
  const request = async (): Promise<Response> => {
    const outcome = outcomes[count++] ?? 500;
    if (outcome === 'silence') throw new NetworkError('nothing came');
    return new Response(null, { status: outcome, headers: outcome === 429 ? { 'Retry-After': '7' } : {} });
  };
  return { request, count: () => count };
}

/** Everything that can happen without another answer has happened. */
const settled = () => new Promise(resolve => setImmediate(resolve));

const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;

describe('a request that meets an obstacle', () => {
  afterEach(reportReached);

  for (const outcome of ['silence', 502, 503, 504] as const) {
    it(`of ${outcome} waits, and is sent again once the desk can be reached`, async () => {
      const { request, count } = createDesk(outcome, 201);
      const status = statusOf(whileReachable(request, { repeatable: true }));
      await settled();
      assert.deepEqual([isUnreachable(), count()], [true, 1]);
      reportReached();
      assert.equal(await status, 201);
      assert.deepEqual([isUnreachable(), count()], [false, 2]);
    });
  }

  for (const outcome of [502, 504] as const) {
    it(`of ${outcome} is an answer like others where doing it twice does harm`, async () => {
      const { request, count } = createDesk(outcome, 201);
      assert.equal(await statusOf(whileReachable(request, { repeatable: false })), outcome);
      assert.deepEqual([isUnreachable(), count()], [true, 1]);
    });
  }

  it('fails without an answer where doing it twice does harm', async () => {
    const { request } = createDesk('silence', 201);
    await assert.rejects(whileReachable(request, { repeatable: false }), NetworkError);
  });

  for (const outcome of [429, 503] as const) {
    it(`of ${outcome} is sent again in any case, since nothing was done`, async () => {
      const { request, count } = createDesk(outcome, 201);
      const status = statusOf(whileReachable(request, { repeatable: false }));
      await settled();
      reportReached();
      assert.deepEqual([await status, count()], [201, 2]);
    });
  }

  it('tells how long the desk wants to be left alone', async () => {
    void whileReachable(createDesk(429).request, { repeatable: true });
    await settled();
    assert.deepEqual(readOutage(), { obstacle: 'busy', pauseSeconds: 7 });
  });

  it('is given up when it meets one again and again', async () => {
    const { request, count } = createDesk(504, 504, 504, 504, 504, 200);
    const stop = onReachabilityChange(() => isUnreachable() && setImmediate(reportReached));
    assert.equal(await statusOf(whileReachable(request, { repeatable: true })), 504);
    assert.equal(count(), 5);
    await settled();
    stop();
  });

  it('lets go of what is given up', async () => {
    const { request, count } = createDesk('silence');
    const controller = new AbortController();
    const answer = whileReachable(request, { repeatable: true, signal: controller.signal });
    await settled();
    controller.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    assert.equal(count(), 1);
  });
});

describe('while the desk is out of reach', () => {
  afterEach(reportReached);

  it('what may be sent again is not even tried', async () => {
    void whileReachable(createDesk('silence').request, { repeatable: true });
    await settled();
    const { request, count } = createDesk(200);
    const status = statusOf(whileReachable(request, { repeatable: true }));
    await settled();
    assert.equal(count(), 0);
    reportReached();
    assert.equal(await status, 200);
  });

  it('an answer to what is sent now ends it, an answer to what was sent before does not', async () => {
    const before = Promise.withResolvers<Response>();
    const early = whileReachable(() => before.promise, { repeatable: true });
    const waiting = whileReachable(createDesk('silence', 200).request, { repeatable: true });
    await settled();
    before.resolve(new Response());
    await early;
    assert.equal(isUnreachable(), true);
    await whileReachable(createDesk(200).request, { repeatable: false });
    assert.equal(isUnreachable(), false);
    assert.equal(await statusOf(waiting), 200);
  });
});
