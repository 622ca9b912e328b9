import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSignedIn } from './testing/signed-in-desk.ts';

describe('/api keeps back', () => {
  it("the browser's cookies, credentials and claims about itself from the API", async t => {
    const desk = await startSignedIn(t);
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
    const desk = await startSignedIn(t);
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
