import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import { createRequestQueue, hasWaitedTooLong } from './request-queue.ts';
import { listenDuringTest } from './testing/listen.ts';

type Options = Parameters<typeof createRequestQueue>[0];

/** Starts a server whose requests keep the CPU busy; `started` lists them by event-loop iteration. */
const startServer = async (t: TestContext, options: Options, busyMilliseconds: number) => {
  const queue = createRequestQueue(options);
  const started: string[][] = [];
  let isSameIteration = false;
  const app = express().use(queue.admit, (request, response) => {
    server.emit('started');
    if (!isSameIteration) {
      started.push([]);
      setImmediate(() => {
        isSameIteration = false;
      });
    }
    isSameIteration = true;
    started.at(-1)?.push(request.url);
    const until = performance.now() + busyMilliseconds;
    while (performance.now() < until);
    response.end(String(queue.getWaitedMilliseconds(request)));
  });
  const server = createServer(app);
  return { url: await listenDuringTest(t, server), server, started, queue };
};

/** Pipelines the requests on one connection, so that they arrive together and in order. */
const sendPipelined = (url: string, count: number) => {
  const requests = Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: desk\r\n\r\n`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  socket.write(requests.join(''));
  return socket;
};

const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await pause(5);
};

describe('the request queue', () => {
  it('starts a limited batch per event-loop iteration, in the order of arrival', async t => {
    const { url, started } = await startServer(t, { batchSize: 4 }, 1);
    const socket = sendPipelined(url, 30);
    t.after(() => socket.destroy());
    await waitUntil(() => started.flat().length === 30);
    assert.ok(Math.max(...started.map(iteration => iteration.length)) <= 8, JSON.stringify(started));
    assert.ok(started.length >= 4, JSON.stringify(started));
    assert.deepEqual(
      started.flat(),
      Array.from({ length: 30 }, (_, index) => `/${index}`),
    );
  });

  it('accepts new connections under constant load', async t => {
    const { url, started } = await startServer(t, { batchSize: 2 }, 2);
    const agent = new Agent({ keepAlive: true });
    let isOver = false;
    const send = async (path: string, from: Agent | false) => {
      const [response] = await once(get(url + path, { agent: from }), 'response');
      await once(response.resume(), 'end');
    };
    const load = Array.from({ length: 40 }, async () => {
      while (!isOver) await send('/', agent);
    });
    await waitUntil(() => started.flat().length > 100);
    const before = started.flat().length;
    await Promise.all(Array.from({ length: 8 }, () => send('/new', false)));
    const meanwhile = started.flat().length - before;
    isOver = true;
    await Promise.all(load);
    agent.destroy();
    // With forty requests per iteration, the eighth connection would be accepted after 320 requests.
    assert.ok(meanwhile < 160, `${meanwhile} requests came first`);
  });

  it('accepts most of many simultaneous connections before it starts the first request', async t => {
    let accepted = 0;
    const { url, started, server } = await startServer(t, { countAcceptedConnections: () => accepted }, 2);
    server.on('connection', () => {
      accepted += 1;
    });
    const first = once(server, 'started').then(() => accepted);
    const sockets = Array.from({ length: 50 }, () => sendPipelined(url, 1));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    assert.ok((await first) > 25, `${await first} were accepted`);
    await waitUntil(() => started.flat().length === 50);
  });

  it('starts requests even if each event-loop iteration accepts a connection', async () => {
    let accepted = 0;
    const queue = createRequestQueue({ countAcceptedConnections: () => ++accepted });
    const [request, response] = [{}, {}] as [Request, Response];
    await new Promise<void>(next => queue.admit(request, response, () => next()));
    assert.ok(accepted > 50 && accepted < 100, `${accepted} were accepted`);
  });

  it('measures how long a request waited, and whether that was too long', async t => {
    const { url, queue } = await startServer(t, { batchSize: 1 }, 1);
    const response = await fetch(url);
    assert.equal(await response.text(), '0');
    const request = {} as Parameters<typeof queue.getWaitedMilliseconds>[0];
    const after = (milliseconds: number) =>
      hasWaitedTooLong({ ...queue, getWaitedMilliseconds: () => milliseconds }, request);
    assert.deepEqual([after(1000), after(1001)], [false, true]);
  });

  it('starts requests when there is capacity, and drops requests of disconnected clients', async t => {
    let hasCapacity = false;
    const { url, started } = await startServer(t, { canStart: () => hasCapacity }, 1);
    const disconnected = sendPipelined(url, 1);
    await once(disconnected, 'connect');
    const waitingResponse = fetch(`${url}/waits`).then(response => response.text());
    await pause(50);
    assert.deepEqual(started, []);
    disconnected.destroy();
    await pause(20);
    hasCapacity = true;
    assert.ok(Number(await waitingResponse) >= 40);
    assert.deepEqual(started.flat(), ['/waits']);
  });

  it('reports how many requests wait', async () => {
    let hasCapacity = false;
    const queue = createRequestQueue({ canStart: () => hasCapacity });
    const [request, response] = [{}, {}] as [Request, Response];
    const started = [1, 2].map(() => new Promise<void>(next => queue.admit(request, response, () => next())));
    assert.equal(queue.getLength(), 2);
    hasCapacity = true;
    await Promise.all(started);
    assert.equal(queue.getLength(), 0);
  });

  it('starts a request after a second in the queue, even without capacity, so that it can be rejected', async t => {
    const { url } = await startServer(t, { canStart: () => false }, 1);
    const waitedMilliseconds = Number(await (await fetch(url)).text());
    assert.ok(waitedMilliseconds > 1000 && waitedMilliseconds < 5000, `${waitedMilliseconds} ms`);
  });
});
