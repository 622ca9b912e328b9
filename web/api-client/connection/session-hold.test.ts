import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { areRequestsHeld, holdRequests, onHoldChange, releaseRequests, sendWhenSignedIn } from './session-hold.ts';

/** Creates a server whose responses the test sends one by one. */
function createServer() {
  const received: PromiseWithResolvers<Response>[] = [];
  return {
    request: () => {
      const response = Promise.withResolvers<Response>();
      received.push(response);
      return response.promise;
    },
    /** Returns the number of received requests. */
    count: () => received.length,
    /** Sends a response. Resolves after all pending promise callbacks. */
    respond: (index: number, status: number) => {
      received[index]?.resolve(new Response(null, { status }));
      return flushPromises();
    },
  };
}

const flushPromises = () => new Promise(resolve => setImmediate(resolve));

describe('the hold on requests', () => {
  afterEach(releaseRequests);

  it('delays requests while the person is signed out', async () => {
    const { request, respond, count } = createServer();
    holdRequests();
    const sent = sendWhenSignedIn(request);
    await flushPromises();
    assert.equal(count(), 0);
    releaseRequests();
    await flushPromises();
    await respond(0, 200);
    assert.equal((await sent).status, 200);
  });

  it('starts once for several 401s, and not again for a 401 to a request that was sent before the sign-in', async () => {
    const { request, respond, count } = createServer();
    let changes = 0;
    const stop = onHoldChange(() => changes++);
    const sent = [sendWhenSignedIn(request), sendWhenSignedIn(request), sendWhenSignedIn(request)];
    await respond(0, 401);
    await respond(1, 401);
    assert.equal(changes, 1);
    releaseRequests();
    await respond(2, 401);
    assert.deepEqual([areRequestsHeld(), count()], [false, 6]);
    for (const index of [3, 4, 5]) await respond(index, 200);
    assert.deepEqual(
      (await Promise.all(sent)).map(({ status }) => status),
      [200, 200, 200],
    );
    stop();
  });

  it('rejects a waiting request when its signal is aborted', async () => {
    const { request, count } = createServer();
    const controller = new AbortController();
    holdRequests();
    const sent = sendWhenSignedIn(request, controller.signal);
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    assert.equal(count(), 0);
  });
});
