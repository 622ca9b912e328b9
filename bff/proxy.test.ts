import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createCookieBrowser } from './testing/browser.ts';
import { signInBrowser } from './testing/desk.ts';
import { cookieHeader, startSignedInDesk } from './testing/signed-in-desk.ts';

describe('/api forwards', () => {
  it('to the API’s /v1 with the person’s token and the unchanged query', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.call('/api/tickets?q=%22double%20charge%22&sort=-priority,created_at&per_page=2');
    const [request] = desk.upstream.received;
    assert.equal(request?.url, '/v1/tickets?q=%22double%20charge%22&sort=-priority,created_at&per_page=2');
    assert.equal(request?.headers.authorization, 'Bearer access-1');
    assert.equal(request?.headers.host, new URL(desk.upstream.url).host);
  });

  it('conditional requests and their 304, without headers that would prevent it', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => {
      const isCurrent = req.headers['if-none-match'] === '"5-gzip"';
      res.writeHead(isCurrent ? 304 : 200, {
        ETag: '"5-gzip"',
        'Cache-Control': 'private, no-cache',
        Vary: 'Authorization',
      });
      res.end(isCurrent ? '' : '{}');
    };
    const headers = { 'if-none-match': '"5-gzip"', 'if-modified-since': 'Sat, 21 Nov 2026 08:00:00 GMT' };
    const response = await desk.browser.call('/api/tickets/1', { headers });
    assert.equal(response.status, 304);
    assert.equal(response.headers.etag, '"5-gzip"');
    assert.equal(response.headers['cache-control'], 'private, no-cache');
    assert.equal(response.text, '');
    const sent = desk.upstream.received[0]?.headers;
    assert.equal(sent?.['if-modified-since'], headers['if-modified-since']);
    assert.equal(sent?.['cache-control'], undefined);
    assert.equal(sent?.pragma, undefined);
  });

  it('gzip bodies byte for byte', async t => {
    const desk = await startSignedInDesk(t);
    const body = gzipSync(JSON.stringify({ subject: 'Nobody can sign in' }));
    desk.upstream.respond = (_req, res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body);
    const response = await desk.browser.call('/api/tickets/1', { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(response.headers['content-encoding'], 'gzip');
    assert.deepEqual(response.bytes, body);
    assert.equal(desk.upstream.received[0]?.headers['accept-encoding'], 'gzip, br');
  });

  it('no Accept-Encoding unless the browser sent one', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.call('/api/tickets');
    assert.equal(desk.upstream.received[0]?.headers['accept-encoding'], undefined);
  });

  it('Link and Location as URLs of the bff', async t => {
    const desk = await startSignedInDesk(t);
    const base = `${desk.upstream.url}/v1`;
    desk.upstream.respond = (_req, res) =>
      void res
        .writeHead(201, {
          Link: `<${base}/tickets?cursor=a%3Eb>; rel="next", <${base}>; rel="up", <https://docs.example/v1>; rel="help"`,
          Location: `${base}/tickets/7`,
        })
        .end();
    const response = await desk.browser.call('/api/tickets', { method: 'POST' });
    assert.equal(
      response.headers.link,
      `<${desk.url}/api/tickets?cursor=a%3Eb>; rel="next", <${desk.url}/api>; rel="up", <https://docs.example/v1>; rel="help"`,
    );
    assert.equal(response.headers.location, `${desk.url}/api/tickets/7`);
  });

  it('no Location outside the API', async t => {
    const desk = await startSignedInDesk(t);
    for (const location of ['https://evil.example/', `${desk.upstream.url}/v1evil`, '//evil.example', '/v1/tickets']) {
      desk.upstream.respond = (_req, res) => void res.writeHead(307, { Location: location }).end();
      assert.equal((await desk.browser.call('/api/tickets')).headers.location, undefined, location);
    }
  });

  it('bodies with their type and length', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => void req.pipe(res);
    const body = JSON.stringify({ subject: 'Zoë' });
    const headers = { 'content-type': 'application/merge-patch+json', 'idempotency-key': 'k-1', 'if-match': '"3"' };
    const response = await desk.browser.call('/api/tickets/1', { method: 'PATCH', headers, body });
    assert.equal(response.text, body);
    const sent = desk.upstream.received[0]?.headers;
    assert.equal(sent?.['content-type'], 'application/merge-patch+json');
    assert.equal(sent?.['idempotency-key'], 'k-1');
    assert.equal(sent?.['if-match'], '"3"');
    assert.equal(sent?.['content-length'], String(Buffer.byteLength(body)));
  });

  it('event streams without buffering, the headers before the first event', async t => {
    const desk = await startSignedInDesk(t);
    const [firstPiece, secondPiece] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    desk.upstream.respond = async (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      await firstPiece.promise;
      res.write('data: 1\n\n');
      await secondPiece.promise;
      res.end('data: 2\n\n');
    };
    const response = await fetch(`${desk.url}/api/tickets`, {
      headers: { cookie: cookieHeader(desk), 'x-csrf': '1', origin: desk.url },
    });
    firstPiece.resolve();
    const reader = response.body?.getReader();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), 'data: 1\n\n');
    secondPiece.resolve();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), 'data: 2\n\n');
  });

  it('the request id', async t => {
    const desk = await startSignedInDesk(t);
    const response = await desk.browser.call('/api/tickets', { headers: { 'x-request-id': 'from-the-app.1' } });
    assert.equal(desk.upstream.received[0]?.headers['x-request-id'], 'from-the-app.1');
    assert.equal(response.headers['x-request-id'], 'from-the-app.1');
    await desk.browser.call('/api/tickets', { headers: { 'x-request-id': 'not ok!' } });
    assert.match(String(desk.upstream.received[1]?.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  });

  it('the API’s 401 unchanged, never a redirect', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) =>
      void res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('{"code":40101}');
    const response = await desk.browser.call('/api/tickets');
    assert.deepEqual([response.status, response.text], [401, '{"code":40101}']);
    assert.equal(response.headers.location, undefined);
  });
});

describe('two people on one bff', () => {
  it('each use their own token', async t => {
    const desk = await startSignedInDesk(t);
    const other = createCookieBrowser(desk.url);
    await signInBrowser(desk, other);
    await desk.browser.call('/api/tickets');
    await other.call('/api/tickets');
    const seen = desk.upstream.received.map(request => request.headers.authorization);
    assert.deepEqual(seen, ['Bearer access-1', 'Bearer access-2']);
  });
});
