import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { type ConnectionTimeouts, createHttpServer } from './http-server.ts';
import { listenDuringTest } from './testing/listen.ts';
import { TooManyUploadsError, type UploadLimits } from './uploads.ts';

const timeouts: ConnectionTimeouts = {
  ...{ headers: 5000, body: 100, request: 10_000, idle: 5000 },
  ...{ checkInterval: 50, linger: 20, stall: 10_000 },
};
const interval = 200;

const respond = (response: ServerResponse, status: number, text: string) =>
  response.writeHead(status, { 'Content-Length': text.length }).end(text);

/** Starts a server that treats every request as an upload. Records the outcome of each. */
const startServer = async (t: TestContext, limits: Partial<UploadLimits> = {}) => {
  const uploadLimits = { perPerson: 4, perProcess: 64, minimumRate: { bytes: 1000, interval }, ...limits };
  const server = createHttpServer({ headers: {}, log: pino({ enabled: false }), timeouts, uploadLimits });
  const outcomes: string[] = [];
  let uploadCount = 0;
  server.on('request', async (request, response) => {
    try {
      const end = server.uploads.start(request, request.url);
      uploadCount++;
      try {
        let bytes = 0;
        for await (const chunk of request) bytes += chunk.length;
        respond(response, 200, `${bytes} bytes`);
        outcomes.push('complete');
      } finally {
        uploadCount--;
        end();
      }
    } catch (error) {
      const isRejected = error instanceof TooManyUploadsError;
      outcomes.push(isRejected ? error.limit : 'aborted');
      if (isRejected) respond(response, 503, error.limit);
    }
  });
  const port = Number(new URL(await listenDuringTest(t, server)).port);
  const open = (length: number, path = '/') => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    t.after(() => socket.destroy());
    socket.on('error', () => {}).write(`POST ${path} HTTP/1.1\r\nHost: desk\r\nContent-Length: ${length}\r\n\r\n`);
    return socket;
  };
  const waitFor = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 5));
  };
  return { server, outcomes, open, waitFor, count: () => uploadCount };
};

const readResponse = async (socket: ReturnType<typeof connect>) => {
  const [data] = await once(socket, 'data');
  return String(data);
};

describe('an upload', () => {
  it('may take longer than the deadline of other bodies if it arrives at the minimum rate', async t => {
    const { open } = await startServer(t, { minimumRate: { bytes: 1, interval: 1000 } });
    const socket = open(13);
    for (let sent = 0; sent < 13; sent++) {
      await new Promise(resolve => setTimeout(resolve, timeouts.body));
      socket.write('a');
    }
    assert.match(await readResponse(socket), /^HTTP\/1\.1 200 .*13 bytes$/s);
  });

  it('408 if it stalls, or arrives below the minimum rate', async t => {
    const { open, outcomes, waitFor } = await startServer(t);
    const stalled = open(10_000);
    stalled.write(Buffer.alloc(5000));
    const slow = open(10_000);
    const trickle = setInterval(() => slow.writable && slow.write('a'), 10);
    t.after(() => clearInterval(trickle));
    for (const socket of [stalled, slow]) {
      const response = await readResponse(socket);
      assert.match(response, /^HTTP\/1\.1 408 Request Timeout\r\n/);
      assert.match(response, /Connection: close\r\n.*"code": 40800/s);
    }
    await waitFor(() => outcomes.length === 2);
    assert.deepEqual(outcomes, ['aborted', 'aborted']);
  });

  it('does not count as too slow while the server does not read', async t => {
    const { server, open } = await startServer(t);
    server.removeAllListeners('request');
    const pause = Promise.withResolvers<void>();
    server.on('request', async (request, response) => {
      const end = server.uploads.start(request);
      await pause.promise;
      for await (const _ of request);
      end();
      respond(response, 200, 'read');
    });
    const socket = open(2_000_000);
    socket.write(Buffer.alloc(2_000_000));
    setTimeout(pause.resolve, 5 * interval);
    assert.match(await readResponse(socket), /^HTTP\/1\.1 200 .*read$/s);
  });

  it('does not count towards the limits after it is aborted, even if 50 are aborted at the same time', async t => {
    const { open, outcomes, count, waitFor } = await startServer(t, { perPerson: 50, perProcess: 50 });
    const sockets = Array.from({ length: 50 }, () => open(100_000));
    for (const socket of sockets) socket.write(Buffer.alloc(50_000));
    await waitFor(() => count() === 50);
    for (const socket of sockets) socket.destroy();
    await waitFor(() => outcomes.length === 50);
    assert.deepEqual(new Set(outcomes), new Set(['aborted']));
    const again = Array.from({ length: 50 }, () => open(10));
    for (const socket of again) socket.end(Buffer.alloc(10));
    await waitFor(() => outcomes.length === 100);
    assert.deepEqual(new Set(outcomes.slice(50)), new Set(['complete']));
    for (const socket of again) socket.destroy();
    assert.equal(count(), 0);
  });

  it('is rejected above the limits of a person and of the process', async t => {
    const { open, outcomes, count, waitFor } = await startServer(t, { perPerson: 2, perProcess: 3 });
    const [first] = [open(10, '/mara'), open(10, '/mara')];
    await waitFor(() => count() === 2);
    assert.match(await readResponse(open(10, '/mara')), /person$/);
    open(10, '/jonas');
    await waitFor(() => count() === 3);
    assert.match(await readResponse(open(10, '/ida')), /process$/);
    first?.write(Buffer.alloc(10));
    await waitFor(() => outcomes.includes('complete'));
    open(10, '/mara');
    await waitFor(() => count() === 3);
  });
});

it('408 for a rejected upload whose body does not end', async t => {
  const { open } = await startServer(t, { perProcess: 0 });
  const socket = open(10);
  assert.match(await readResponse(socket), /503 .*process$/s);
  assert.match(await readResponse(socket), /^HTTP\/1\.1 408 /);
});
