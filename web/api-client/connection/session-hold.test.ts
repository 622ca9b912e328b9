import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { areRequestsHeld, holdRequests, onHoldChange, releaseRequests, sendWhenSignedIn } from './session-hold.ts';

/** Creates a server whose responses the test sends one by one. */
function createServer(...statuses: readonly number[]) {
  const pending: PromiseWithResolvers<Response>[] = [];
  const remaining = [...statuses];
  return {
    request: () => {
      const response = Promise.withResolvers<Response>();
      pending.push(response);
      return response.promise;
    },
    /** Returns the number of received requests. */
    count: () => pending.length,
    respond: (index: number) => pending[index]?.resolve(new Response(null, { status: remaining.shift() ?? 500 })),
  };
}

/** Resolves after all pending promise callbacks. */
const settle = () => new Promise(resolve => setImmediate(resolve));

describe('the hold on requests', () => {
  afterEach(releaseRequests);

  it('sends a request again once after a 401 and a new sign-in', async () => {
    const { request, respond, count } = createServer(401, 201);
    const sent = sendWhenSignedIn(request);
    respond(0);
    await settle();
    assert.deepEqual([areRequestsHeld(), count()], [true, 1]);
    releaseRequests();
    await settle();
    respond(1);
    assert.equal((await sent).status, 201);
    assert.deepEqual([areRequestsHeld(), count()], [false, 2]);
  });

  it('holds requests while signed out', async () => {
    const { request, respond, count } = createServer(200);
    holdRequests();
    const sent = sendWhenSignedIn(request);
    await settle();
    assert.equal(count(), 0);
    releaseRequests();
    await settle();
    respond(0);
    assert.equal((await sent).status, 200);
  });

  it('ignores a late 401 from before the sign-in', async () => {
    const { request, respond } = createServer(401, 401, 200, 200);
    const both = [sendWhenSignedIn(request), sendWhenSignedIn(request)];
    respond(0);
    await settle();
    releaseRequests();
    respond(1);
    await settle();
    assert.equal(areRequestsHeld(), false);
    respond(2);
    respond(3);
    assert.deepEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [200, 200],
    );
  });

  it('calls listeners once for several 401s', async () => {
    const { request, respond } = createServer(401, 401);
    let changes = 0;
    const stop = onHoldChange(() => changes++);
    void sendWhenSignedIn(request);
    void sendWhenSignedIn(request);
    respond(0);
    respond(1);
    await settle();
    assert.equal(changes, 1);
    stop();
  });

  it('rejects when the signal is aborted', async () => {
    const { request, count } = createServer();
    const controller = new AbortController();
    holdRequests();
    const sent = sendWhenSignedIn(request, controller.signal);
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    assert.equal(count(), 0);
  });
});
