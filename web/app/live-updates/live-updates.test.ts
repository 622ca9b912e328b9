import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QueryClient } from '@tanstack/react-query';

const page = Object.assign(new EventTarget(), { hidden: false, visibilityState: 'visible' });
/** A channel that does not keep the test's process running. */
class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as NodeJS.RefCounted).unref();
  }
}
Object.assign(globalThis, { document: page, window: globalThis, BroadcastChannel: Channel });
Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page) });
const { startLiveUpdates } = await import('./live-updates.ts');

const second = 1000;
const startTime = Date.UTC(2030);

/** Responds with a stream that sends a heartbeat every 20 seconds, until `signal` is aborted. */
function openStream(signal: AbortSignal): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = (block: string): unknown => writer.write(new TextEncoder().encode(block)).catch(() => undefined);
  send('id: 0\nevent: ready\ndata: {"id":"0"}\n\n');
  signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined));
  setInterval(() => send(':\nid: 0\n\n'), 20 * second);
  return new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } });
}

describe('live updates', () => {
  let stopping: AbortController;
  beforeEach(() => {
    stopping = new AbortController();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: startTime });
  });
  afterEach(() => {
    stopping.abort();
    page.visibilityState = 'visible';
    mock.timers.reset();
    mock.restoreAll();
  });

  /** Responds to all requests. Returns the times of the polls, in seconds after the start. */
  function recordPolls(stream: (signal: AbortSignal) => Response): number[] {
    const polls: number[] = [];
    mock.method(globalThis, 'fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
      if (path === '/api/events') return stream(signal);
      if (path.startsWith('/api/events?')) polls.push((Date.now() - startTime) / second);
      return Response.json(path === '/api/presence' ? { presence: [] } : []);
    });
    return polls;
  }
  const start = (): void =>
    startLiveUpdates({ client: new QueryClient(), personId: '1', router: {} as never }, stopping.signal);

  const cases: [title: string, stream: (signal: AbortSignal) => Response, pauses: number[]][] = [
    ['poll every five minutes beside a stream', openStream, [300, 300, 300]],
    ['poll every 30 seconds without a stream', () => new Response(null, { status: 502 }), [0, 30, 30]],
  ];
  for (const [title, stream, pauses] of cases)
    it(title, async () => {
      const polls = recordPolls(stream);
      start();
      for (let elapsedSeconds = 0; polls.length <= pauses.length && elapsedSeconds < 2000; elapsedSeconds++) {
        for (let iteration = 0; iteration < 10; iteration++) await setImmediate();
        mock.timers.tick(second);
      }
      const elapsed = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
      assert.deepEqual(elapsed, pauses);
    });

  it('start as soon as a page that was opened in the background is shown', async () => {
    const polls = recordPolls(openStream);
    page.visibilityState = 'hidden';
    start();
    mock.timers.tick(second);
    assert.deepEqual(polls, []);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    for (let iteration = 0; iteration < 10; iteration++) await setImmediate();
    assert.deepEqual(polls, [1]);
  });
});
