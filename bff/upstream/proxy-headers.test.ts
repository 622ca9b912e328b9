import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHead, sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

const withValue = (value: string, names: string[]) => Object.fromEntries(names.map(name => [name, value]));

/** Request headers that a client may forge. */
const forgedHeaders = withValue('forged', [
  ...['authorization', 'proxy-authorization', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port'],
  ...['x-forwarded-proto', 'x-forwarded-prefix', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'],
  ...['x-original-url', 'x-rewrite-url', 'x-http-method', 'x-http-method-override', 'x-method-override', 'via', 'te'],
  ...['trailer', 'max-forwards', 'x-user-id', 'x-stardesk-person', 'from', 'origin', 'dnt', 'x-requested-with'],
  ...['access-control-request-method', 'access-control-request-headers'],
]);

/** Request headers that the API reads, with values that the bff must not change. Other headers have their own tests. */
const readHeaders = {
  accept: 'application/json',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en',
  'content-type': 'application/merge-patch+json',
  'idempotency-key': 'k-1',
  'if-match': '"3"',
  'if-modified-since': 'Sat, 21 Nov 2026 08:00:00 GMT',
  'if-none-match': '"5-gzip"',
  prefer: 'return=minimal',
  'user-agent': 'a browser',
  'x-api-version': '2026-11-20',
};

/** Response headers that affect browsers or proxies, or reveal the software. */
const unsafeHeaders = withValue('unsafe', [
  ...['set-cookie', 'set-cookie2', 'access-control-allow-origin', 'access-control-allow-credentials', 'alt-svc'],
  ...['access-control-expose-headers', 'clear-site-data', 'content-security-policy-report-only', 'document-policy'],
  ...['cross-origin-embedder-policy', 'nel', 'origin-agent-cluster', 'proxy-authenticate', 'refresh', 'report-to'],
  ...['reporting-endpoints', 'server', 'server-timing', 'service-worker-allowed', 'sourcemap', 'via'],
  ...['timing-allow-origin', 'x-accel-redirect', 'x-powered-by', 'x-sendfile'],
]);

/** Documented response headers that the bff does not change. */
const documentedHeaders = withValue('documented', [
  ...['accept', 'accept-patch', 'allow', 'cache-control', 'content-disposition', 'content-language', 'content-type'],
  ...['deprecation', 'etag', 'idempotency-replayed', 'last-modified', 'preference-applied', 'retry-after', 'sunset'],
  ...['vary', 'www-authenticate', 'x-api-version', 'x-rate-limit-limit', 'x-rate-limit-remaining'],
  ...['x-rate-limit-reset', 'x-total-count', 'x-total-count-exact'],
]);

test('/api removes', async t => {
  const desk = await startSignedInDesk(t);
  const send = async (headers: Record<string, string>) => {
    desk.upstream.received.length = 0;
    const response = await desk.browser.call('/api/tickets', { headers });
    return { response, sent: desk.upstream.received[0]?.headers ?? {} };
  };
  const ownFields = ['authorization', 'connection', 'host', 'x-forwarded-for', 'x-request-id'];

  await t.test('no request header that the API reads', async () => {
    const { sent } = await send(readHeaders);
    assert.partialDeepStrictEqual(sent, readHeaders);
    assert.deepEqual(Object.keys(sent).sort(), [...ownFields, ...Object.keys(readHeaders)].sort());
  });

  await t.test("the browser's cookies, credentials and forged headers", async () => {
    const { sent } = await send({ ...forgedHeaders, referer: `${desk.url}/tickets?q=secret` });
    assert.deepEqual(Object.keys(sent).sort(), ownFields);
    assert.equal(sent.authorization, 'Bearer access-1');
    assert.equal(sent.host, new URL(desk.upstream.url).host);
    assert.equal(sent['x-forwarded-for'], '127.0.0.1');
  });

  await t.test(
    'headers that Connection names, except those that the bff sets; the bff still reads X-CSRF and Cookie',
    async () => {
      desk.upstream.received.length = 0;
      const named = 'X-CSRF, Cookie, Authorization, Host, X-Request-Id, If-None-Match';
      const fields = `Connection: close, ${named}\r\nIf-None-Match: "1"\r\nIf-Match: "2"\r\n`;
      const response = await sendRaw(desk.url, `${formatHead(desk, 'GET /api/tickets HTTP/1.1')}${fields}\r\n`);
      assert.match(response, /^HTTP\/1\.1 200 /);
      const sent = desk.upstream.received[0]?.headers ?? {};
      assert.deepEqual(Object.keys(sent).sort(), [...ownFields, 'if-match'].sort());
      assert.equal(sent.authorization, 'Bearer access-1');
      assert.ok(response.includes(`X-Request-Id: ${sent['x-request-id']}\r\n`));
    },
  );

  await t.test('response headers that affect the desk’s origin or reveal the software', async () => {
    desk.upstream.respond = (_req, res) => void res.writeHead(200, unsafeHeaders).end('{}');
    const { response } = await send({});
    for (const name of Object.keys(unsafeHeaders)) assert.equal(response.headers[name], undefined, name);
  });

  await t.test('the API’s policies, and sends the bff’s own', async () => {
    const own = (await desk.browser.send('/healthz')).headers;
    const policies = {
      'content-security-policy': "default-src 'unsafe-inline'",
      'cross-origin-opener-policy': 'unsafe-none',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': 'camera=*',
      'referrer-policy': 'unsafe-url',
      'x-content-type-options': 'none',
      'x-frame-options': 'ALLOWALL',
      'x-request-id': 'another-number',
    };
    desk.upstream.respond = (_req, res) => void res.writeHead(200, policies).end('{}');
    const { response } = await send({ 'x-request-id': 'this-number' });
    for (const name of Object.keys(policies)) {
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

  await t.test('no response header that the API documents', async () => {
    desk.upstream.respond = (_req, res) => void res.writeHead(200, documentedHeaders).end('{}');
    const { response } = await send({});
    assert.partialDeepStrictEqual(response.headers, documentedHeaders);
  });
});
