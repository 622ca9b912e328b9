import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieHeader, sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

/** Request headers that a client may forge. */
const forgedHeaders = {
  authorization: 'Bearer stolen',
  'proxy-authorization': 'Basic eDp5',
  forwarded: 'for=1.2.3.4;host=evil.example;proto=https',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
  'x-forwarded-prefix': '/evil',
  'x-real-ip': '1.2.3.4',
  'x-client-ip': '1.2.3.4',
  'true-client-ip': '1.2.3.4',
  'cf-connecting-ip': '1.2.3.4',
  'x-original-url': '/v1/people',
  'x-rewrite-url': '/v1/people',
  'x-http-method': 'DELETE',
  'x-http-method-override': 'DELETE',
  'x-method-override': 'DELETE',
  via: '1.1 evil',
  te: 'trailers',
  trailer: 'Authorization',
  'max-forwards': '0',
  'x-user-id': '1',
  'x-stardesk-person': '1',
  from: 'admin@stardesk.local',
  origin: 'https://evil.example',
  'access-control-request-method': 'DELETE',
  'access-control-request-headers': 'authorization',
  dnt: '1',
  'x-requested-with': 'XMLHttpRequest',
};

/** Response headers that affect browsers or proxies, or reveal the software. */
const unsafeHeaders = {
  'Set-Cookie': 'api=1',
  'Set-Cookie2': 'api=1',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'ETag',
  'Alt-Svc': 'h3="evil.example:443"',
  'Clear-Site-Data': '"*"',
  'Content-Security-Policy-Report-Only': "default-src 'none'; report-uri https://evil.example",
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Document-Policy': 'force-load-at-top',
  NEL: '{"report_to":"evil"}',
  'Origin-Agent-Cluster': '?0',
  'Proxy-Authenticate': 'Basic',
  Refresh: '0; url=https://evil.example',
  'Report-To': '{"group":"evil"}',
  'Reporting-Endpoints': 'evil="https://evil.example"',
  Server: 'internal/1.2',
  'Server-Timing': 'db;dur=12',
  'Service-Worker-Allowed': '/',
  SourceMap: '/secret.map',
  'Timing-Allow-Origin': '*',
  Via: '1.1 internal',
  'X-Accel-Redirect': '/etc/passwd',
  'X-Powered-By': 'Express',
  'X-Sendfile': '/etc/passwd',
};

/** The documented response headers of the API. */
const documentedHeaders = {
  Accept: 'application/json',
  'Accept-Patch': 'application/json',
  Allow: 'GET, HEAD',
  'Cache-Control': 'private, no-cache',
  'Content-Disposition': 'attachment; filename="a.txt"',
  'Content-Language': 'en',
  'Content-Type': 'application/json',
  Deprecation: '@1795219200',
  ETag: '"3.2026-11-20"',
  'Idempotency-Replayed': 'true',
  'Last-Modified': 'Fri, 20 Nov 2026 17:35:33 GMT',
  'Preference-Applied': 'return=minimal',
  'Retry-After': '42',
  Sunset: 'Sat, 20 Nov 2027 00:00:00 GMT',
  Vary: 'Authorization, Accept-Encoding, X-Api-Version, Origin',
  'WWW-Authenticate': 'Bearer realm="stardesk"',
  'X-Api-Version': '2026-11-20',
  'X-Rate-Limit-Limit': '1000',
  'X-Rate-Limit-Remaining': '998',
  'X-Rate-Limit-Reset': '42',
  'X-Total-Count': '128',
  'X-Total-Count-Exact': 'false',
};

const lowerCaseNames = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]): [string, string] => [name.toLowerCase(), value]);

test('/api filters', async t => {
  const desk = await startSignedInDesk(t);
  const send = async (headers: Record<string, string>) => {
    desk.upstream.received.length = 0;
    const response = await desk.browser.call('/api/tickets', { headers });
    return { response, sent: desk.upstream.received[0]?.headers ?? {} };
  };
  const ownFields = ['authorization', 'connection', 'host', 'x-forwarded-for', 'x-request-id'];

  await t.test("the browser's cookies, credentials and forged headers", async () => {
    const { sent } = await send({ ...forgedHeaders, referer: `${desk.url}/tickets?q=secret` });
    assert.deepEqual(Object.keys(sent).sort(), ownFields);
    assert.equal(sent.authorization, 'Bearer access-1');
    assert.equal(sent.host, new URL(desk.upstream.url).host);
    assert.equal(sent['x-forwarded-for'], '127.0.0.1');
  });

  await t.test('headers that Connection names, except those that the bff sets or reads itself', async () => {
    desk.upstream.received.length = 0;
    const fields = [
      'Host: desk',
      `Cookie: ${cookieHeader(desk)}`,
      'X-CSRF: 1',
      'Sec-Fetch-Site: same-origin',
      'Connection: close, X-CSRF, Cookie, Authorization, Host, X-Request-Id, If-None-Match',
      'If-None-Match: "1"',
      'If-Match: "2"',
    ];
    const response = await sendRaw(desk.url, `GET /api/tickets HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`);
    assert.match(response, /^HTTP\/1\.1 200 /);
    const sent = desk.upstream.received[0]?.headers ?? {};
    assert.deepEqual(Object.keys(sent).sort(), [...ownFields, 'if-match'].sort());
    assert.equal(sent.authorization, 'Bearer access-1');
    assert.ok(response.includes(`X-Request-Id: ${sent['x-request-id']}\r\n`));
  });

  await t.test('response headers that affect the desk’s origin or reveal the software', async () => {
    desk.upstream.respond = (_req, res) => void res.writeHead(200, unsafeHeaders).end('{}');
    const { response } = await send({});
    for (const [name] of lowerCaseNames(unsafeHeaders)) assert.equal(response.headers[name], undefined, name);
  });

  await t.test('the API’s policies, and sends its own', async () => {
    const own = (await desk.browser.send('/healthz')).headers;
    const policies = {
      'Content-Security-Policy': "default-src 'unsafe-inline'",
      'Cross-Origin-Opener-Policy': 'unsafe-none',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Permissions-Policy': 'camera=*',
      'Referrer-Policy': 'unsafe-url',
      'X-Content-Type-Options': 'none',
      'X-Frame-Options': 'ALLOWALL',
      'X-Request-Id': 'another-number',
    };
    desk.upstream.respond = (_req, res) => void res.writeHead(200, policies).end('{}');
    const { response } = await send({ 'x-request-id': 'this-number' });
    for (const [name] of lowerCaseNames(policies)) {
      assert.equal(response.headers[name], name === 'x-request-id' ? 'this-number' : own[name], name);
    }
    assert.equal(response.headers['strict-transport-security'], undefined);
  });

  await t.test('the hop-by-hop headers of the API', async () => {
    const hopByHop = {
      Connection: 'keep-alive, ETag, X-Total-Count',
      ETag: '"1"',
      'X-Total-Count': '1',
      'Retry-After': '1',
    };
    desk.upstream.respond = (_req, res) => void res.writeHead(200, hopByHop).end('{}');
    const { response } = await send({});
    assert.equal(response.headers.etag, undefined);
    assert.equal(response.headers['x-total-count'], undefined);
    assert.equal(response.headers['retry-after'], '1');
    assert.equal(response.headers.connection, 'keep-alive');
  });

  await t.test('none of the API’s documented headers', async () => {
    desk.upstream.respond = (_req, res) => void res.writeHead(200, documentedHeaders).end('{}');
    const { response } = await send({});
    for (const [name, value] of lowerCaseNames(documentedHeaders)) assert.equal(response.headers[name], value, name);
  });
});
