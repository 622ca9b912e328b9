import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createBrowser } from './testing/browser.ts';
import { type Desk, signIn, startDesk } from './testing/desk.ts';
import { listen } from './testing/listen.ts';

/** A signed-in browser before an API that answers as the test wants. */
async function signedIn(t: TestContext, options: Parameters<typeof startDesk>[1] = {}): Promise<Desk> {
  const desk = await startDesk(t, options);
  await signIn(desk);
  return desk;
}

/** The same session at a bff whose API is elsewhere. */
async function signedInBefore(t: TestContext, apiUrl: string, options: Parameters<typeof startDesk>[1] = {}) {
  const desk = await signedIn(t);
  const apart = await startDesk(t, { ...options, apiUrl, publicUrl: desk.url });
  for (const [name, cookie] of desk.browser.cookies) apart.browser.cookies.set(name, cookie);
  return apart;
}

const cookieHeader = (desk: Desk) =>
  [...desk.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');

/** A request written by hand, for what no client library would send. */
async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe('/api passes on', () => {
  it("the API's /v1 with the person's token, and the query untouched", async t => {
    const desk = await signedIn(t);
    await desk.browser.call('/api/tickets?q=%22double%20charge%22&sort=-priority,created_at&per_page=2');
    const [request] = desk.upstream.received;
    assert.equal(request?.url, '/v1/tickets?q=%22double%20charge%22&sort=-priority,created_at&per_page=2');
    assert.equal(request?.headers.authorization, 'Bearer access-1');
    assert.equal(request?.headers.host, new URL(desk.upstream.url).host);
  });

  it('conditional requests: a 304 is a 304, and nothing is added that would defeat it', async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (req, res) => {
      const known = req.headers['if-none-match'] === '"5-gzip"';
      res.writeHead(known ? 304 : 200, {
        ETag: '"5-gzip"',
        'Cache-Control': 'private, no-cache',
        Vary: 'Authorization',
      });
      res.end(known ? '' : '{}');
    };
    const headers = { 'if-none-match': '"5-gzip"', 'if-modified-since': 'Sat, 21 Nov 2026 08:00:00 GMT' };
    const answer = await desk.browser.call('/api/tickets/1', { headers });
    assert.equal(answer.status, 304);
    assert.equal(answer.headers.etag, '"5-gzip"');
    assert.equal(answer.headers['cache-control'], 'private, no-cache');
    assert.equal(answer.text, '');
    const sent = desk.upstream.received[0]?.headers;
    assert.equal(sent?.['if-modified-since'], headers['if-modified-since']);
    assert.equal(sent?.['cache-control'], undefined);
    assert.equal(sent?.pragma, undefined);
  });

  it('gzip bodies byte for byte', async t => {
    const desk = await signedIn(t);
    const body = gzipSync(JSON.stringify({ subject: 'Nobody can sign in' }));
    desk.upstream.answer = (_req, res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body);
    const answer = await desk.browser.call('/api/tickets/1', { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.deepEqual(answer.bytes, body);
    assert.equal(desk.upstream.received[0]?.headers['accept-encoding'], 'gzip, br');
  });

  it('asks for no coding that the browser did not ask for', async t => {
    const desk = await signedIn(t);
    await desk.browser.call('/api/tickets');
    assert.equal(desk.upstream.received[0]?.headers['accept-encoding'], undefined);
  });

  it('Link and Location as addresses of the bff', async t => {
    const desk = await signedIn(t);
    const base = `${desk.upstream.url}/v1`;
    desk.upstream.answer = (_req, res) =>
      void res
        .writeHead(201, {
          Link: `<${base}/tickets?cursor=a%3Eb>; rel="next", <${base}>; rel="up", <https://docs.example/v1>; rel="help"`,
          Location: `${base}/tickets/7`,
        })
        .end();
    const answer = await desk.browser.call('/api/tickets', { method: 'POST' });
    assert.equal(
      answer.headers.link,
      `<${desk.url}/api/tickets?cursor=a%3Eb>; rel="next", <${desk.url}/api>; rel="up", <https://docs.example/v1>; rel="help"`,
    );
    assert.equal(answer.headers.location, `${desk.url}/api/tickets/7`);
  });

  it('no Location that leads anywhere else', async t => {
    const desk = await signedIn(t);
    for (const location of ['https://evil.example/', `${desk.upstream.url}/v1evil`, '//evil.example', '/v1/tickets']) {
      desk.upstream.answer = (_req, res) => void res.writeHead(307, { Location: location }).end();
      assert.equal((await desk.browser.call('/api/tickets')).headers.location, undefined, location);
    }
  });

  it('bodies, with their type and length', async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (req, res) => void req.pipe(res);
    const body = JSON.stringify({ subject: 'Zoë' });
    const headers = { 'content-type': 'application/merge-patch+json', 'idempotency-key': 'k-1', 'if-match': '"3"' };
    const answer = await desk.browser.call('/api/tickets/1', { method: 'PATCH', headers, body });
    assert.equal(answer.text, body);
    const sent = desk.upstream.received[0]?.headers;
    assert.equal(sent?.['content-type'], 'application/merge-patch+json');
    assert.equal(sent?.['idempotency-key'], 'k-1');
    assert.equal(sent?.['if-match'], '"3"');
    assert.equal(sent?.['content-length'], String(Buffer.byteLength(body)));
  });

  it('each piece of an event stream as it comes, the header before any event', async t => {
    const desk = await signedIn(t);
    const [firstPiece, secondPiece] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    desk.upstream.answer = async (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      await firstPiece.promise;
      res.write('data: 1\n\n');
      await secondPiece.promise;
      res.end('data: 2\n\n');
    };
    const answer = await fetch(`${desk.url}/api/tickets`, {
      headers: { cookie: cookieHeader(desk), 'x-csrf': '1', origin: desk.url },
    });
    firstPiece.resolve();
    const reader = answer.body?.getReader();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), 'data: 1\n\n');
    secondPiece.resolve();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), 'data: 2\n\n');
  });

  it('the request id, so that one search finds both logs', async t => {
    const desk = await signedIn(t);
    const answer = await desk.browser.call('/api/tickets', { headers: { 'x-request-id': 'from-the-app.1' } });
    assert.equal(desk.upstream.received[0]?.headers['x-request-id'], 'from-the-app.1');
    assert.equal(answer.headers['x-request-id'], 'from-the-app.1');
    await desk.browser.call('/api/tickets', { headers: { 'x-request-id': 'not ok!' } });
    assert.match(String(desk.upstream.received[1]?.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  });

  it("the API's 401 as it is, never a redirect", async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (_req, res) =>
      void res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('{"code":40101}');
    const answer = await desk.browser.call('/api/tickets');
    assert.deepEqual([answer.status, answer.text], [401, '{"code":40101}']);
    assert.equal(answer.headers.location, undefined);
  });
});

describe('/api keeps back', () => {
  it("the browser's cookies, credentials and claims about itself from the API", async t => {
    const desk = await signedIn(t);
    await desk.browser.call('/api/tickets', {
      headers: {
        authorization: 'Bearer stolen',
        'proxy-authorization': 'Basic eDp5',
        forwarded: 'for=1.2.3.4;host=evil.example',
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-real-ip': '1.2.3.4',
        'x-http-method-override': 'DELETE',
        te: 'trailers',
        referer: `${desk.url}/tickets`,
      },
    });
    const sent = desk.upstream.received[0]?.headers ?? {};
    assert.deepEqual(Object.keys(sent).sort(), ['authorization', 'connection', 'host', 'x-request-id']);
    assert.equal(sent.authorization, 'Bearer access-1');
  });

  it("the API's cookies, cross-origin grants and connection fields from the browser", async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (_req, res) =>
      void res
        .writeHead(200, {
          'Set-Cookie': 'api=1',
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers': 'ETag',
          Connection: 'keep-alive, X-Hop',
          'X-Hop': '1',
          'Content-Security-Policy': "default-src 'unsafe-inline'",
          'X-Rate-Limit-Remaining': '999',
        })
        .end('{}');
    const answer = await desk.browser.call('/api/tickets');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    assert.equal(answer.headers['access-control-expose-headers'], undefined);
    assert.equal(answer.headers['x-hop'], undefined);
    assert.match(answer.headers['content-security-policy'] as string, /^default-src 'self'/);
    assert.equal(answer.headers['x-rate-limit-remaining'], '999');
  });
});

describe('/api refuses', () => {
  it('401 without a session', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.call('/api/tickets');
    assert.equal(answer.status, 401);
    assert.deepEqual(Object.keys(JSON.parse(answer.text)), ['code', 'message', 'description']);
    assert.equal(JSON.parse(answer.text).code, 40100);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  const elsewhere = [
    '/api',
    '/api/',
    '/api/oauth/token',
    '/api/nothing',
    '/api/Tickets',
    '/api//tickets',
    '/api/../oauth/token',
    '/api/tickets/../oauth/token',
    '/api/tickets/%2e%2e/oauth/token',
    '/api/tickets/..%2f..%2foauth/token',
    '/api/tickets/%2E%2E%5coauth',
    '/api/tickets/%00',
    '/api/tickets/%0d%0aHost:%20evil.example',
    '/api/tickets/./1',
    '/api/tickets//1',
    '/api/tickets/%zz',
    '/api/%74ickets',
  ];
  for (const path of elsewhere) {
    it(`404 to ${path}, and the API hears nothing`, async t => {
      const desk = await signedIn(t);
      const request = [
        `GET ${path} HTTP/1.1`,
        'Host: desk',
        `Cookie: ${cookieHeader(desk)}`,
        'X-CSRF: 1',
        'Sec-Fetch-Site: same-origin',
        'Connection: close',
      ];
      const answer = await raw(desk.url, `${request.join('\r\n')}\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 404 /);
      assert.match(answer, /"code": 40400/);
      assert.equal(desk.upstream.received.length, 0);
    });
  }

  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
    it(`405 with Allow to ${method}`, async t => {
      const desk = await signedIn(t);
      const answer = await desk.browser.call('/api/tickets', { method });
      assert.equal(answer.status, 405);
      assert.deepEqual(String(answer.headers.allow).split(', ').sort(), [
        'DELETE',
        'GET',
        'HEAD',
        'PATCH',
        'POST',
        'PUT',
      ]);
    });
  }

  it('413 for a body announced above 1 MiB, before the API hears of it', async t => {
    const desk = await signedIn(t);
    const body = Buffer.alloc(1_048_577);
    const answer = await desk.browser.call('/api/tickets', { method: 'POST', body });
    assert.equal(answer.status, 413);
    assert.equal(JSON.parse(answer.text).code, 41300);
    assert.equal(answer.headers.connection, 'close');
    assert.equal(desk.upstream.received.length, 0);
  });

  it('413 for a body of unknown length once it is above 1 MiB', async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (req, res) =>
      void req
        .on('error', () => {})
        .resume()
        .on('end', () => res.end());
    async function* endless() {
      for (let piece = 0; piece < 200; piece++) yield Buffer.alloc(65_536);
    }
    const answer = await desk.browser.call('/api/tickets', { method: 'POST', body: Readable.from(endless()) });
    assert.equal(answer.status, 413);
  });

  it('200 for a body of exactly 1 MiB', async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (req, res) => {
      let bytes = 0;
      req.on('data', chunk => (bytes += chunk.length)).on('end', () => res.end(String(bytes)));
    };
    const answer = await desk.browser.call('/api/tickets', { method: 'POST', body: Buffer.alloc(1_048_576) });
    assert.deepEqual([answer.status, answer.text], [200, '1048576']);
  });

  it('400 for two ways of telling where the body ends', async t => {
    const desk = await signedIn(t);
    const head = `POST /api/tickets HTTP/1.1\r\nHost: desk\r\nCookie: ${cookieHeader(desk)}\r\nX-CSRF: 1\r\nSec-Fetch-Site: same-origin\r\n`;
    const smuggled = '0\r\n\r\nGET /v1/people HTTP/1.1\r\nHost: x\r\n\r\n';
    const shapes = [
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`,
      `Content-Length: 4\r\nContent-Length: 5\r\n\r\n${smuggled}`,
      `Transfer-Encoding: xchunked\r\n\r\n${smuggled}`,
      `Transfer-Encoding : chunked\r\n\r\n${smuggled}`,
      `Content-Length: +4\r\n\r\n${smuggled}`,
    ];
    for (const shape of shapes) {
      const answer = await raw(desk.url, head + shape);
      assert.match(answer, /^HTTP\/1\.1 400 /, shape);
      assert.match(answer, /"code": 40000/);
    }
    assert.equal(desk.upstream.received.length, 0);
  });
});

describe('/api when the API', () => {
  it('503 with Retry-After is down', async t => {
    const desk = await signedInBefore(t, 'http://127.0.0.1:1');
    const answer = await desk.browser.call('/api/tickets');
    assert.equal(answer.status, 503);
    assert.equal(JSON.parse(answer.text).code, 50300);
    assert.equal(answer.headers['retry-after'], '2');
  });

  it('503 has a name that leads nowhere', async t => {
    const desk = await signedInBefore(t, 'http://api.invalid');
    assert.equal((await desk.browser.call('/api/tickets')).status, 503);
  });

  it('504 accepts the request and says nothing', async t => {
    const desk = await signedIn(t, { timeouts: { headers: 100 } });
    desk.upstream.answer = () => {};
    const answer = await desk.browser.call('/api/tickets');
    assert.equal(answer.status, 504);
    assert.equal(JSON.parse(answer.text).code, 50400);
  });

  it('502 hangs up before answering', async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = req => void req.socket.destroy();
    const answer = await desk.browser.call('/api/tickets');
    assert.equal(answer.status, 502);
    assert.equal(JSON.parse(answer.text).code, 50200);
  });

  it('502 does not speak HTTP', async t => {
    const server = createTcpServer(socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const desk = await signedInBefore(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    assert.equal((await desk.browser.call('/api/tickets')).status, 502);
  });

  it('breaks off its body: the browser sees a broken answer, not a short one', async t => {
    const desk = await signedIn(t);
    desk.upstream.answer = (req, res) => {
      res.writeHead(200, { 'Content-Length': '1000' });
      res.write('{"half":', () => req.socket.destroy());
    };
    await assert.rejects(desk.browser.call('/api/tickets'));
  });

  it('stalls within its body: the answer is broken off in time', async t => {
    const desk = await signedIn(t, { timeouts: { body: 100 } });
    desk.upstream.answer = (_req, res) => void res.writeHead(200, { 'Content-Length': '1000' }).write('{"half":');
    await assert.rejects(desk.browser.call('/api/tickets'));
  });

  it('is still at work when the browser leaves: its request is aborted', async t => {
    const desk = await signedIn(t, { timeouts: { headers: 0 } });
    const [reached, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    desk.upstream.answer = (_req, res) => {
      res.on('close', () => aborted.resolve());
      reached.resolve();
    };
    const abort = new AbortController();
    const headers = { cookie: cookieHeader(desk), 'x-csrf': '1', origin: desk.url };
    const asked = fetch(`${desk.url}/api/tickets`, { headers, signal: abort.signal });
    await reached.promise;
    abort.abort();
    await assert.rejects(asked);
    await aborted.promise;
  });

  it('is asked over kept connections', async t => {
    const sockets = new Set<unknown>();
    const desk = await signedIn(t);
    desk.upstream.answer = (req, res) => {
      sockets.add(req.socket);
      res.end('{}');
    };
    for (let request = 0; request < 20; request++) await desk.browser.call('/api/tickets');
    assert.equal(sockets.size, 1);
  });

  it('has a path prefix', async t => {
    const paths: string[] = [];
    const server = createServer((req, res) => {
      paths.push(req.url ?? '');
      res.writeHead(201, { Location: 'https://api.example/desk/v1/tickets/7' }).end('{}');
    });
    const url = await listen(t, server);
    const desk = await signedInBefore(t, `${url}/desk`, { apiPublicUrl: 'https://api.example/desk' });
    const answer = await desk.browser.call('/api/tickets', { method: 'POST' });
    assert.deepEqual(paths, ['/desk/v1/tickets']);
    assert.match(String(answer.headers.location), /\/api\/tickets\/7$/);
  });
});

describe('two people at one bff', () => {
  it('each act with their own token', async t => {
    const desk = await signedIn(t);
    const other = createBrowser(desk.url);
    await signIn(desk, other);
    await desk.browser.call('/api/tickets');
    await other.call('/api/tickets');
    const seen = desk.upstream.received.map(request => request.headers.authorization);
    assert.deepEqual(seen, ['Bearer access-1', 'Bearer access-2']);
  });
});
