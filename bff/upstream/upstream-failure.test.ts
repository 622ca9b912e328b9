import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { errors } from 'undici';
import { listen } from '#server/testing/listen';
import { startFakeApi } from '../testing/fake-api.ts';
import { downApiUrl, startSignedInDesk, startSignedInDeskWithApi } from '../testing/signed-in-desk.ts';
import { defaultApiTimeouts } from './api-pool.ts';
import { toUpstreamProblem } from './upstream-failure.ts';

/** Starts a TCP server that responds after the first data. */
async function listenTcp(t: TestContext, response: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => response(socket));
  });
  const port = await listen(server);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

describe('/api and /session', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-';
  /** The expected status, and the API's address or its response after the first data. */
  const failures: Record<string, [status: number, api: string | ((socket: Socket) => unknown)]> = {
    'is down': [503, downApiUrl],
    'has an unknown host name': [503, 'http://api.invalid'],
    'accepts the connection and never responds': [504, () => {}],
    'sends half a header and stalls': [504, socket => socket.write(head)],
    'closes the connection': [502, socket => socket.destroy()],
    'sends half a header and closes the connection': [502, socket => socket.end(head)],
    'resets the connection': [502, socket => socket.resetAndDestroy()],
    'does not speak HTTP': [502, socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    'switches protocols without a request': [502, socket => socket.write('HTTP/1.1 101 \r\nUpgrade: h2c\r\n\r\n')],
    'sends headers above 32 KiB': [502, socket => socket.write(`${head}Type: ${'a'.repeat(33_000)}\r\n\r\n`)],
  };
  for (const [title, [status, api]] of Object.entries(failures)) {
    it(`${status} when the API ${title}`, async t => {
      const url = typeof api === 'string' ? api : await listenTcp(t, api);
      const desk = await startSignedInDeskWithApi(t, url, { timeouts: { headers: 100 } });
      for (const path of ['/api/tickets', '/session']) {
        const received = await desk.browser.call(path);
        assert.deepEqual([received.status, JSON.parse(received.text).code], [status, status * 100], path);
        assert.equal(received.headers['retry-after'], status === 503 ? '2' : undefined);
      }
      assert.equal(desk.browser.cookies.size, 1, 'the session survives');
    });
  }
});

describe('/api', () => {
  it('504 when the API does not accept connections in time', () => {
    assert.equal(toUpstreamProblem(new errors.ConnectTimeoutError()).error, 'upstream_timeout');
  });

  it('waits 3 s for a connection, 30 s for headers, 60 s for a chunk, and 45 s for a chunk of a stream of events', () => {
    assert.deepEqual(defaultApiTimeouts, { connect: 3000, headers: 30_000, body: 60_000, stream: 45_000 });
  });

  it('aborts the response and logs the reason when the API aborts its body', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => {
      res.writeHead(200, { 'Content-Length': '1000' });
      res.write('{"half":', () => req.socket.destroy());
    };
    await assert.rejects(desk.browser.call('/api/tickets'));
    assert.match(desk.readLog(), /the API returned an invalid or incomplete response: check its log/);
  });

  it('502 without the API’s headers when the API aborts before the first chunk', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => {
      const fields = { 'Content-Encoding': 'gzip', 'Content-Length': '1000', ETag: '"1"', Link: '<a>; rel="next"' };
      res.writeHead(200, fields).flushHeaders();
      setImmediate(() => req.socket.destroy());
    };
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 502);
    assert.equal(JSON.parse(response.text).code, 50200);
    for (const name of ['content-encoding', 'etag', 'link']) assert.equal(response.headers[name], undefined, name);
    assert.equal(response.headers['content-length'], String(response.bytes.length));
  });

  it('aborts the response and logs the reason when the API stalls in its body', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { body: 100 } });
    desk.upstream.respond = (_req, res) => void res.writeHead(200, { 'Content-Length': '1000' }).write('{"half":');
    await assert.rejects(desk.browser.call('/api/tickets'));
    assert.match(desk.readLog(), /the API timed out: check its log and its load/);
  });

  it('aborts a silent stream of events and its request to the API', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { body: 0, stream: 100 } });
    const closed = Promise.withResolvers<void>();
    desk.upstream.respond = (_req, res) => {
      res.once('close', closed.resolve).writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
    };
    await assert.rejects(desk.browser.call('/api/events', { headers: { accept: 'text/event-stream' } }));
    await closed.promise;
  });

  it('does not queue requests behind hundreds of pending requests', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { headers: 0 } });
    desk.upstream.respond = (req, res) => void (req.url?.endsWith('/1') && res.end('{}'));
    for (let request = 0; request < 200; request++) desk.browser.call('/api/tickets').catch(() => {});
    assert.equal((await desk.browser.call('/api/tickets/1')).status, 200);
  });

  it('reuses connections to the API', async t => {
    const sockets = new Set<unknown>();
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => {
      sockets.add(req.socket);
      res.end('{}');
    };
    for (let request = 0; request < 20; request++) {
      await desk.browser.call('/api/tickets');
      await nextIteration(); // undici reuses a connection one event-loop iteration after the response
    }
    assert.equal(sockets.size, 1);
  });

  it('supports a path prefix of the API', async t => {
    const upstream = await startFakeApi(t);
    const apiPublicUrl = 'https://api.example/desk';
    const desk = await startSignedInDeskWithApi(t, `${upstream.url}/desk`, { apiPublicUrl });
    upstream.respond = (_req, res) => void res.writeHead(201, { Location: `${apiPublicUrl}/v1/tickets/7` }).end('{}');
    const response = await desk.browser.call('/api/tickets', { method: 'POST' });
    assert.deepEqual(
      upstream.received.map(({ url }) => url),
      ['/desk/v1/tickets'],
    );
    assert.match(String(response.headers.location), /\/api\/tickets\/7$/);
  });
});
