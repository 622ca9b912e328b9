import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { holdRequests, isHeld, onHoldChange, releaseRequests, whileSignedIn } from './session-hold.ts';

/** A server that answers with these statuses, one after the other, whenever it is told to. */
function createServer(...statuses: readonly number[]) {
  const waiting: PromiseWithResolvers<Response>[] = [];
  const left = [...statuses];
  return {
    request: () => {
      const answer = Promise.withResolvers<Response>();
      waiting.push(answer);
      return answer.promise;
    },
    /** How many requests have arrived. */
    count: () => waiting.length,
    answer: (index: number) => waiting[index]?.resolve(new Response(null, { status: left.shift() ?? 500 })),
  };
}

/** Everything that can happen without another answer has happened. */
const settled = () => new Promise(resolve => setImmediate(resolve));

describe('the hold on requests', () => {
  afterEach(releaseRequests);

  it('sends what met the end of the session again when the person is back, once', async () => {
    const { request, answer, count } = createServer(401, 201);
    const sent = whileSignedIn(request);
    answer(0);
    await settled();
    assert.deepEqual([isHeld(), count()], [true, 1]);
    releaseRequests();
    await settled();
    answer(1);
    assert.equal((await sent).status, 201);
    assert.deepEqual([isHeld(), count()], [false, 2]);
  });

  it('keeps back what is asked meanwhile', async () => {
    const { request, answer, count } = createServer(200);
    holdRequests();
    const sent = whileSignedIn(request);
    await settled();
    assert.equal(count(), 0);
    releaseRequests();
    await settled();
    answer(0);
    assert.equal((await sent).status, 200);
  });

  it('takes a late answer from before the sign-in for no end of what began with it', async () => {
    const { request, answer } = createServer(401, 401, 200, 200);
    const both = [whileSignedIn(request), whileSignedIn(request)];
    answer(0);
    await settled();
    releaseRequests();
    answer(1);
    await settled();
    assert.equal(isHeld(), false);
    answer(2);
    answer(3);
    assert.deepEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [200, 200],
    );
  });

  it('tells once that it begins, however many requests meet the end', async () => {
    const { request, answer } = createServer(401, 401);
    let changes = 0;
    const stop = onHoldChange(() => changes++);
    void whileSignedIn(request);
    void whileSignedIn(request);
    answer(0);
    answer(1);
    await settled();
    assert.equal(changes, 1);
    stop();
  });

  it('lets go of what is given up', async () => {
    const { request, count } = createServer();
    const controller = new AbortController();
    holdRequests();
    const sent = whileSignedIn(request, controller.signal);
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    assert.equal(count(), 0);
  });
});
