import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { reportOutage, reportReachable } from '../../api-client/connection/reachability.ts';
import { holdRequests, releaseRequests } from '../../api-client/connection/session-hold.ts';
import { shareEventStream } from './shared-stream.ts';

/** A stream that a window has requested. `send` opens it and sends blocks. */
type StreamRequest = { at: number; after: string | null; signal: AbortSignal; send: (text: string) => void };

const ready = 'id: 7\nevent: ready\ndata: {"id":"7"}\n\n';
const second = 1000;
const encoder = new TextEncoder();

describe('shareEventStream', () => {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false });
  let requests: StreamRequest[] = [];
  let respond: (request: StreamRequest, response: PromiseWithResolvers<Response>) => void;
  let windows: AbortController[] = [];

  /** Requests a stream, which stays open until its signal is aborted. */
  function request(_path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
    const response = Promise.withResolvers<Response>();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    signal.addEventListener('abort', () => {
      response.reject(signal.reason);
      void writer.abort(signal.reason).catch(() => undefined);
    });
    const stream = new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } });
    const send = (text: string): void => {
      response.resolve(stream);
      void writer.write(encoder.encode(text)).catch(() => undefined);
    };
    const opened = { at: Date.now(), after: headers['Last-Event-ID'] ?? null, signal, send };
    requests.push(opened);
    respond(opened, response);
    return response.promise;
  }

  beforeEach(() => {
    Object.assign(globalThis, {
      ...{ document, window: globalThis, fetch: request },
      addEventListener: page.addEventListener.bind(page),
    });
    document.hidden = false;
    [requests, windows, respond] = [[], [], ({ send }) => send(ready)];
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  });
  afterEach(async () => {
    for (const each of windows) each.abort();
    mock.timers.reset();
    mock.restoreAll();
    await setImmediate();
  });

  /** Opens a window, and returns what its listener has received. */
  function open(personId = '1') {
    const closing = new AbortController();
    windows.push(closing);
    const received = { isLive: null as boolean | null, opened: 0, failures: 0, through: 7 };
    const listener: Parameters<typeof shareEventStream>[1] = {
      getPosition: () => received.through,
      onBatch: ({ through }) => Object.assign(received, { through }),
      onOpen: () => void received.opened++,
      onPresence: () => undefined,
      onNotification: () => undefined,
      onStatus: isLive => Object.assign(received, { isLive }),
      onFailure: async () => void received.failures++,
    };
    shareEventStream(personId, listener, closing.signal);
    return Object.assign(received, { close: () => closing.abort() });
  }

  /** Moves the clock by steps until a condition holds. Returns the elapsed seconds. */
  async function wait(isMet: () => boolean, maxSeconds = 600): Promise<number> {
    const start = Date.now();
    for (let step = 0; !isMet() && step < maxSeconds * 2; step++) {
      mock.timers.tick(second / 2);
      for (let iteration = 0; iteration < 10; iteration++) await setImmediate();
    }
    assert.ok(isMet(), `not within ${maxSeconds} seconds`);
    return (Date.now() - start) / second;
  }
  const pass = (seconds: number): Promise<number> => {
    const end = Date.now() + seconds * second;
    return wait(() => Date.now() >= end, seconds);
  };
  const setHidden = (hidden: boolean): void => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('reports in all windows, after two attempts without a response, that updates are off', async () => {
    respond = () => undefined;
    const first = open();
    await wait(() => requests.length === 1);
    const other = open();
    const elapsed = await wait(() => first.isLive === false && other.isLive === false);
    assert.ok(elapsed <= 2 * 45 + 6 + 1, `${elapsed} seconds`);
    const late = open();
    await wait(() => late.isLive === false, 1);
    assert.deepEqual([first.failures, other.failures], [1, 0]);
  });

  it('reports that updates are off if a proxy responds with an HTML page', async () => {
    const page = { headers: { 'Content-Type': 'text/html' } };
    respond = (_, { resolve }) => resolve(new Response('<p>\n\n</p>\n\n', page));
    const window = open();
    await wait(() => window.isLive === false, 10);
  });

  it('shares no stream with a window of another person', async () => {
    const [window, other] = [open(), open('2')];
    await wait(() => window.opened + other.opened === 2, 1);
    requests[0]?.send('id: 8\n:\n\n');
    await wait(() => window.through + other.through > 14, 1);
    assert.deepEqual([requests.length, window.through + other.through], [2, 15]);
  });

  it('continues to count the failures of a leading window that was closed', async () => {
    respond = () => undefined;
    const first = open();
    await wait(() => requests.length === 1);
    const other = open();
    await wait(() => first.failures === 1);
    assert.deepEqual([first.isLive, other.isLive], [null, null]);
    first.close();
    assert.ok((await wait(() => other.isLive === false)) <= 45 + 6);
  });

  it('takes the lock over from a frozen window after 45 to 50 seconds', async t => {
    const frozen = Promise.withResolvers<void>();
    t.after(() => frozen.resolve());
    void navigator.locks.request('stardesk events 1', () => frozen.promise).catch(() => undefined);
    open();
    const elapsed = await wait(() => requests.length === 1);
    assert.ok(elapsed >= 45 && elapsed <= 51, `${elapsed} seconds`);
  });

  it('reports the open stream once to each window, even if another window opens later', async () => {
    const shown: ReturnType<typeof open>[] = [];
    for (const _ of ['leading', 'following', 'new']) {
      shown.push(open());
      await wait(() => shown.every(({ opened }) => opened > 0));
    }
    await pass(20);
    requests[0]?.send('id: 8\n:\n\n');
    await wait(() => shown.every(({ through }) => through === 8));
    assert.deepEqual([shown.map(({ opened }) => opened), requests.length], [[1, 1, 1], 1]);
  });

  it('requests the lock again after a pause if the browser rejects the request', async () => {
    const locks = mock.method(navigator.locks, 'request', () => Promise.reject(new DOMException('', 'SecurityError')));
    open();
    await pass(30);
    const { length } = locks.mock.calls;
    assert.ok(length >= 10 && length <= 60, `${length} requests in 30 seconds`);
  });

  it('doubles the longest delay with each failure, up to 30 seconds', async () => {
    mock.method(Math, 'random', () => 1);
    respond = (_, { resolve }) => resolve(new Response(null, { status: 502 }));
    open();
    await wait(() => requests.length === 6);
    const delays = requests.slice(1).map(({ at }, index) => (at - (requests[index]?.at ?? 0)) / second);
    assert.deepEqual(delays, [6, 12, 24, 30, 30]);
  });

  for (const [random, seconds] of [
    [0, 0.5],
    [1, 3],
  ] as const)
    it(`ends a stream after 45 seconds without data, and reconnects ${seconds} seconds later`, async () => {
      mock.method(Math, 'random', () => random);
      const { signal } = await openStream();
      assert.equal(await wait(() => signal.aborted), 45);
      assert.equal(await wait(() => requests.length === 2), seconds);
    });

  /** Opens a window, and returns its stream once the stream is open. */
  async function openStream(): Promise<StreamRequest> {
    const window = open();
    await wait(() => window.opened === 1);
    const [opened] = requests;
    assert.ok(opened);
    return opened;
  }

  const setOffline = (): void => reportOutage({ obstacle: 'offline', pauseSeconds: null });
  const wakes: [title: string, wake: () => void][] = [
    ['the browser goes online', () => void page.dispatchEvent(new Event('online'))],
    ['the window becomes visible', () => setHidden(false)],
    ['the person has signed in again', () => [holdRequests(), releaseRequests()]],
    ['the desk is reachable again', () => [setOffline(), reportReachable()]],
  ];
  for (const [title, wake] of wakes)
    it(`reconnects at once when ${title}`, async () => {
      mock.method(Math, 'random', () => 1);
      respond = (_, { resolve }) => resolve(new Response(null, { status: 502 }));
      open();
      await wait(() => requests.length === 4);
      await pass(1);
      wake();
      await wait(() => requests.length === 5, 1);
    });

  it('replaces a stream at once if it lacks a heartbeat when the browser goes online', async () => {
    mock.method(Math, 'random', () => 1);
    const { signal } = await openStream();
    await pass(24);
    page.dispatchEvent(new Event('online'));
    await pass(2);
    assert.equal(signal.aborted, false);
    page.dispatchEvent(new Event('online'));
    await wait(() => requests.length === 2, 1);
    assert.equal(signal.aborted, true);
  });

  it('ends the stream after five minutes without a visible window, and continues it when the window is shown', async () => {
    const { signal, send } = await openStream();
    const beat = setInterval(() => send('id: 9\n:\n\n'), 20 * second);
    await pass(600);
    assert.equal(signal.aborted, false);
    setHidden(true);
    const elapsed = await wait(() => signal.aborted);
    clearInterval(beat);
    // A visible window reports its visibility once a minute, so the stream may end as much as a minute early.
    assert.ok(elapsed >= 240 && elapsed <= 300, `${elapsed} seconds`);
    await pass(600);
    assert.equal(requests.length, 1);
    setHidden(false);
    await wait(() => requests.length === 2, 1);
    assert.equal(requests[1]?.after, '9');
  });

  it('keeps the stream open while another window is visible, and continues it when a window becomes visible', async t => {
    const { signal, send } = await openStream();
    const beat = setInterval(() => send('id: 9\n:\n\n'), 20 * second);
    const other = new BroadcastChannel('stardesk events 1');
    t.after(() => other.close());
    const visible = setInterval(() => other.postMessage('visible'), 60 * second);
    setHidden(true);
    await pass(900);
    assert.equal(signal.aborted, false);
    clearInterval(visible);
    await wait(() => signal.aborted);
    clearInterval(beat);
    await pass(60);
    for (const message of ['visible', 'wake']) other.postMessage(message);
    await wait(() => requests.length === 2, 1);
  });
});
