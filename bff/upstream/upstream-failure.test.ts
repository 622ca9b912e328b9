import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { errors } from 'undici';
import { listen, listenDuringTest } from '#server/testing/listen';
import { cookieHeader, startSignedInDesk, startSignedInDeskWithApi } from '../testing/signed-in-desk.ts';
import { defaultApiTimeouts } from './api-connection.ts';
import { toUpstreamProblem } from './upstream-failure.ts';

/** Starts a TCP server that responds after the first data. */
async function listenTcp(t: TestContext, response: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer(socket => {
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

describe('/api', () => {
  it('503 with Retry-After when the API is down', async t => {
    const desk = await startSignedInDeskWithApi(t, 'http://127.0.0.1:1');
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 503);
    assert.equal(JSON.parse(response.text).code, 50300);
    assert.equal(response.headers['retry-after'], '2');
  });

  it('503 when the host name of the API is unknown', async t => {
    const desk = await startSignedInDeskWithApi(t, 'http://api.invalid');
    assert.equal((await desk.browser.call('/api/tickets')).status, 503);
  });

  it('504 when the API does not respond', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { headers: 100 } });
    desk.upstream.respond = () => {};
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 504);
    assert.equal(JSON.parse(response.text).code, 50400);
  });

  it('502 when the API closes the connection before responding', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = req => void req.socket.destroy();
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 502);
    assert.equal(JSON.parse(response.text).code, 50200);
  });

  const head = 'HTTP/1.1 200 OK\r\nContent-';
  const wires: Record<string, [status: number, response: (socket: Socket) => unknown]> = {
    'accepts the connection and never responds': [504, () => {}],
    'sends half a header and stalls': [504, socket => socket.write(head)],
    'sends half a header and closes the connection': [502, socket => socket.end(head)],
    'resets the connection': [502, socket => socket.resetAndDestroy()],
    'does not speak HTTP': [502, socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    'switches protocols without a request': [502, socket => socket.write('HTTP/1.1 101 \r\nUpgrade: h2c\r\n\r\n')],
    'sends headers above 32 KiB': [502, socket => socket.write(`${head}Type: ${'a'.repeat(33_000)}\r\n\r\n`)],
  };
  for (const [title, [status, response]] of Object.entries(wires)) {
    it(`${status} when the API ${title}, at /session too`, async t => {
      const desk = await startSignedInDeskWithApi(t, await listenTcp(t, response), { timeouts: { headers: 100 } });
      const responses = await Promise.all(['/api/tickets', '/session'].map(path => desk.browser.call(path)));
      const received = responses.map(({ status, text }) => [status, JSON.parse(text).code]);
      assert.deepEqual(received, [
        [status, status * 100],
        [status, status * 100],
      ]);
    });
  }

  it('504 when the API does not accept connections in time', () => {
    assert.equal(toUpstreamProblem(new errors.ConnectTimeoutError()).error, 'upstream_timeout');
  });

  it('waits 3 s for a connection, 30 s for response headers and 60 s for each chunk', () => {
    assert.deepEqual(defaultApiTimeouts, { connect: 3000, headers: 30_000, body: 60_000 });
  });

  it('aborts the response when the API aborts its body', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => {
      res.writeHead(200, { 'Content-Length': '1000' });
      res.write('{"half":', () => req.socket.destroy());
    };
    await assert.rejects(desk.browser.call('/api/tickets'));
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

  it('aborts the response when the API stalls in its body', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { body: 100 } });
    desk.upstream.respond = (_req, res) => void res.writeHead(200, { 'Content-Length': '1000' }).write('{"half":');
    await assert.rejects(desk.browser.call('/api/tickets'));
  });

  it('aborts the API request when the browser disconnects', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { headers: 0 } });
    const [reached, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    desk.upstream.respond = (_req, res) => {
      res.on('close', () => aborted.resolve());
      reached.resolve();
    };
    const abort = new AbortController();
    const headers = { cookie: cookieHeader(desk), 'x-csrf': '1', origin: desk.url };
    const request = fetch(`${desk.url}/api/tickets`, { headers, signal: abort.signal });
    await reached.promise;
    abort.abort();
    await assert.rejects(request);
    await aborted.promise;
  });

  it('does not queue requests behind hundreds of pending ones', async t => {
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
    const paths: string[] = [];
    const server = createServer((req, res) => {
      paths.push(req.url ?? '');
      res.writeHead(201, { Location: 'https://api.example/desk/v1/tickets/7' }).end('{}');
    });
    const url = await listenDuringTest(t, server);
    const desk = await startSignedInDeskWithApi(t, `${url}/desk`, { apiPublicUrl: 'https://api.example/desk' });
    const response = await desk.browser.call('/api/tickets', { method: 'POST' });
    assert.deepEqual(paths, ['/desk/v1/tickets']);
    assert.match(String(response.headers.location), /\/api\/tickets\/7$/);
  });
});
