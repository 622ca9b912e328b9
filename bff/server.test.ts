import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';
import { createBffLog } from './log.ts';
import { createBffServer } from './server.ts';
import { startTestDesk } from './testing/desk.ts';
import { sendRaw } from './testing/signed-in-desk.ts';

const quiet = createBffLog('silent');

/** Sends `request`, then `trickling` every 10 ms, and reads until the server closes the connection. */
async function readUntilClosed(t: TestContext, url: string, request: string, trickling = ''): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => socket.destroy());
  let received = '';
  socket
    .on('error', () => {})
    .on('data', data => {
      received += data;
    });
  socket.write(request);
  const trickle = setInterval(() => socket.writable && socket.write(trickling), 10);
  t.after(() => clearInterval(trickle));
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  return received;
}

describe('the server', () => {
  it('200 with 30 KiB of cookies; 431 as JSON for headers above 32 KiB', async t => {
    const { browser } = await startTestDesk(t);
    const send = (bytes: number) => browser.send('/session', { headers: { cookie: `a=${'b'.repeat(bytes)}` } });
    assert.equal((await send(30_000)).status, 200);
    const rejected = await send(33_000);
    assert.deepEqual([rejected.status, JSON.parse(rejected.text).code], [431, 43100]);
  });

  it('never writes an error into an unfinished response', async t => {
    const server = createBffServer(quiet);
    server.on('request', (_req, res) => {
      res.on('error', () => {}).write('the first half');
      res.flushHeaders();
    });
    const url = await listenDuringTest(t, server);
    const broken = 'POST / HTTP/1.1\r\nHost: desk\r\nTransfer-Encoding: chunked\r\n\r\nno size';
    const received = await readUntilClosed(t, url, broken);
    assert.doesNotMatch(received, /40000|400 Bad Request/);
  });

  const shortTimeouts = {
    headers: 50,
    body: 100,
    request: 10_000,
    idle: 50,
    checkInterval: 20,
    linger: 20,
    stall: 200,
  };
  const post = 'POST / HTTP/1.1\r\nHost: desk\r\n';
  const slow = {
    'headers that stop': ['GET / HTTP/1.1\r\nHost: de', ''],
    'headers that arrive byte by byte': ['GET / HTTP/1.1\r\nHost: de', 's'],
    'a body that stops': [`${post}Content-Length: 100000\r\n\r\nab`, ''],
    'a body that arrives byte by byte': [`${post}Content-Length: 100000\r\n\r\nab`, 'c'],
    'chunks that arrive slowly': [`${post}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`, '1\r\nc\r\n'],
  } as const;
  for (const [title, [request, trickling]] of Object.entries(slow)) {
    it(`408 as JSON and a closed connection for ${title}`, async t => {
      const server = createBffServer(quiet, { timeouts: shortTimeouts });
      server.on('request', req => req.on('error', () => {}).resume());
      const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
      const received = await readUntilClosed(t, await listenDuringTest(t, server), request, trickling);
      assert.match(received, /^HTTP\/1\.1 408 Request Timeout\r\n/);
      assert.match(received, /"code": 40800/);
      await closed;
    });
  }

  it('closes a connection whose client does not read', async t => {
    const server = createBffServer(quiet, { timeouts: shortTimeouts });
    const closed = Promise.withResolvers<void>();
    server.on('request', (_req, res) => {
      res.on('error', () => {}).on('close', closed.resolve);
      res.write(Buffer.alloc(64 * 1024 * 1024));
    });
    const socket = connect(Number(new URL(await listenDuringTest(t, server)).port), '127.0.0.1').pause();
    t.after(() => socket.destroy());
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n');
    await closed.promise;
  });

  it('logs the reason and the request id of a malformed request, and none of its content', async t => {
    const desk = await startTestDesk(t);
    const response = await sendRaw(desk.url, 'GET /a-secret HTTP/1.1\r\nCookie : a-secret\r\n\r\n');
    const [, id] = /X-Request-Id: (\S+)/.exec(response) ?? [];
    assert.ok(desk.readLog().includes(`"req":{"id":"${id}"},"res":{"status":400},"reason":"HPE_INVALID_HEADER_TOKEN"`));
    assert.doesNotMatch(desk.readLog(), /a-secret/);
  });

  it('limits headers to 15 s, requests to 15 min, idle connections to 65 s and stalled responses to 2 min', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = createBffServer(quiet);
    assert.deepEqual([headersTimeout, requestTimeout, keepAliveTimeout, timeout], [15_000, 900_000, 65_000, 120_000]);
  });
});
