import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookieBrowser } from './testing/browser.ts';
import { signInBrowser } from './testing/desk.ts';
import { createAppHeaders, startSignedInDesk } from './testing/signed-in-desk.ts';

describe('/api forwards', () => {
  it('requests to the API’s /v1 with the person’s token and the unchanged query', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.call('/api/tickets?q=%22double%20charge%22&sort=-priority,created_at&per_page=2');
    const [request] = desk.upstream.received;
    assert.equal(request?.url, '/v1/tickets?q=%22double%20charge%22&sort=-priority,created_at&per_page=2');
    assert.equal(request?.headers.authorization, 'Bearer access-1');
    assert.equal(request?.headers.host, new URL(desk.upstream.url).host);
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

  it('streams of events without buffering, the headers before the first event', async t => {
    const desk = await startSignedInDesk(t);
    const [firstPiece, secondPiece] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    desk.upstream.respond = async (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      await firstPiece.promise;
      res.write('data: 1\n\n');
      await secondPiece.promise;
      res.end('data: 2\n\n');
    };
    const response = await fetch(`${desk.url}/api/tickets`, { headers: createAppHeaders(desk) });
    firstPiece.resolve();
    const reader = response.body?.getReader();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), 'data: 1\n\n');
    secondPiece.resolve();
    assert.equal(Buffer.from((await reader?.read())?.value ?? '').toString(), 'data: 2\n\n');
  });

  it('the requests of each person with the token of that person', async t => {
    const desk = await startSignedInDesk(t);
    const other = createCookieBrowser(desk.url);
    await signInBrowser(desk, other);
    await desk.browser.call('/api/tickets');
    await other.call('/api/tickets');
    const seen = desk.upstream.received.map(request => request.headers.authorization);
    assert.deepEqual(seen, ['Bearer access-1', 'Bearer access-2']);
  });
});
