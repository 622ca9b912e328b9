import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as flushPromises } from 'node:timers/promises';
import { isUnreachable, type Outage } from './reachability.ts';
import { sendWhenAccepted } from './send-when-accepted.ts';

/** Creates an upload with one status per attempt. */
function createUpload(pauseSeconds: string, ...statuses: readonly number[]) {
  let count = 0;
  const upload = async (): Promise<Response> =>
    new Response(null, {
      status: statuses[count++] ?? 500,
      headers: { 'Retry-After': pauseSeconds, 'X-Rate-Limit-Remaining': '900' },
    });
  return { upload, count: () => count };
}

const probe = async (): Promise<Outage | null> => null;
const toError = ({ status }: Response): Error => new Error(`status ${status}`);
const { signal } = new AbortController();

describe('an upload that the desk rejects', () => {
  it('is sent again after 429 and 503, without an outage', async () => {
    const { upload, count } = createUpload('0', 429, 503, 201);
    const { status } = await sendWhenAccepted(upload, { probe, toError, signal });
    assert.deepEqual([status, count(), isUnreachable()], [201, 3, false]);
  });

  it('is sent again after the Retry-After of a 429, without a probe', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { upload, count } = createUpload('7', 429, 201);
    const response = sendWhenAccepted(upload, { probe: assert.fail, toError, signal });
    for (const [milliseconds, attempts] of [
      [6999, 1],
      [1, 2],
    ] as const) {
      await flushPromises();
      mock.timers.tick(milliseconds);
      await flushPromises();
      assert.equal(count(), attempts);
    }
    assert.equal((await response).status, 201);
  });

  it('is not sent again while the desk is unavailable', async () => {
    const { upload, count } = createUpload('0', 503, 201);
    const outage: Outage = { obstacle: 'silent', pauseSeconds: null };
    const { status } = await sendWhenAccepted(upload, { probe: async () => outage, toError, signal });
    assert.deepEqual([status, count()], [503, 1]);
  });

  it('fails after 30 attempts, without an outage', async () => {
    const { upload, count } = createUpload('0', ...Array.from({ length: 31 }, () => 503));
    await assert.rejects(sendWhenAccepted(upload, { probe, toError, signal }), { message: 'status 503' });
    assert.deepEqual([count(), isUnreachable()], [30, false]);
  });

  it('fails when the signal is aborted during the pause', async () => {
    const { upload, count } = createUpload('60', 429);
    const controller = new AbortController();
    const response = sendWhenAccepted(upload, { probe, toError, signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(count(), 1);
  });
});
