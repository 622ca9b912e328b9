import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import { startApiProcess } from '../testing/api-process.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';

const security = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const noFeatures = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';
const page = {
  'content-security-policy':
    "default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'permissions-policy': noFeatures,
};
const docs = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': noFeatures,
};

/** Headers that a 304 has if the 200 would have them (RFC 9110 15.4.5). */
const repeatedHeaders = ['cache-control', 'etag', 'last-modified', 'vary', 'x-api-version', 'allow'];

/** Exposed response headers, except the CORS-safelisted headers (Fetch). */
const exposed = [
  ...[
    'Accept',
    'Accept-Patch',
    'Accept-Ranges',
    'Allow',
    'Content-Disposition',
    'Content-Range',
    'Deprecation',
    'ETag',
    'Idempotency-Replayed',
    'Link',
    'Location',
  ],
  ...['Preference-Applied', 'Retry-After', 'Sunset', 'WWW-Authenticate', 'X-Api-Version', 'X-Request-Id'],
  ...['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'X-Total-Count', 'X-Total-Count-Exact'],
  ...['X-Remote-Pictures', 'X-Sender-Authentication'],
];

const requestId = 'sent-by-the-client';
const anonymous = { Authorization: '' };
const long = 'x'.repeat(9000);

type Row = [
  status: number,
  request: string,
  caching: string | null,
  options?: { headers?: Record<string, string>; body?: string; own?: object; isOpen?: true },
];

/**
 * A request for each kind of response. `caching` is the expected Cache-Control, and `own` the security headers that
 * differ from `security`. `isOpen`: pages of any origin may read the response, like everything under /v1.
 */
const responses: Row[] = [
  [200, 'GET /v1', 'no-cache'],
  [200, 'HEAD /v1/openapi.json', 'no-cache'],
  [200, 'GET /v1/docs', 'no-cache', { own: docs }],
  [200, 'GET /v1/rate_limit', 'no-store'],
  [200, 'GET /v1/tickets', 'private, no-cache'],
  [201, 'POST /v1/tickets', null, { headers: { 'Content-Type': 'application/json' }, body: '{"subject":"Late"}' }],
  [204, 'OPTIONS /v1/tickets', null, { headers: anonymous }],
  [204, 'OPTIONS /v1/oauth/token', null],
  [308, 'GET /v1/tickets/', null],
  [400, 'GET /v1/tickets/%', 'no-store'],
  [400, 'GET /v1/tickets', 'no-store', { headers: { 'X-Api-Version': 'yesterday' } }],
  [400, 'GET /v1/tickets?cursor=x', 'private, no-cache'],
  [401, 'GET /v1/tickets', 'no-store', { headers: anonymous }],
  [403, 'GET /v1/gists', 'no-store'],
  [404, 'GET /v1/tickets/none', 'private, no-cache'],
  [404, 'GET /v1/none', 'no-store'],
  [405, 'PUT /v1/tickets', 'no-store'],
  [405, 'GET /v1/oauth/token', 'no-store'],
  [410, 'GET /v1/tickets/deleted', 'private, no-cache'],
  [412, 'GET /v1/people/me', 'private, no-cache', { headers: { 'If-Match': '"9"' } }],
  [414, `GET /v1/tickets?q=${long}`, 'no-store'],
  [422, 'GET /v1/tickets?nope=1', 'private, no-cache'],
  [431, 'GET /v1/tickets', 'no-store', { headers: { 'X-Filler': `${long}${long}` } }],
  [410, 'GET /v0', 'no-store'],
  [308, 'GET /tickets', null],
  [200, 'GET /healthz', 'no-store'],
  [200, 'GET /readyz', 'no-store'],
  [404, 'GET /', 'no-store'],
  [404, 'GET /v2/tickets', 'no-store'],
  [200, 'GET /oauth/logout', 'no-store', { own: page }],
  [400, 'GET /oauth/authorize?client_id=nobody', 'no-store', { own: page }],
  [400, 'GET /oauth/sign-in/over', 'no-store', { own: page }],
  [200, 'GET /oauth/assets/pages.css', 'no-cache'],
  [401, 'POST /oauth/token', 'no-store', { isOpen: true }],
  [405, 'GET /oauth/token', 'no-store', { isOpen: true }],
  [415, 'POST /oauth/token', 'no-store', { headers: { 'Content-Type': 'text/plain' }, isOpen: true }],
  [200, 'GET /oauth/jwks', null, { isOpen: true }],
  [405, 'DELETE /oauth/jwks', 'no-store', { isOpen: true }],
  [200, 'GET /.well-known/openid-configuration', null, { isOpen: true }],
  [200, 'GET /.well-known/oauth-authorization-server', null, { isOpen: true }],
];

/** Returns the security headers with unexpected values, and the forbidden headers that are present. */
const findHeaderDeviations = (headers: Headers, own: object = {}): object => {
  const expected: Record<string, string> = { ...security, ...own };
  const revealing = ['server', 'x-powered-by', 'strict-transport-security'].filter(name => headers.has(name));
  const unexpectedHeaders = Object.entries(expected).filter(([name, value]) => headers.get(name) !== value);
  return Object.fromEntries(
    [...unexpectedHeaders.map(([name]) => name), ...revealing].map(name => [name, headers.get(name)]),
  );
};

/** Checks the headers of every response under /v1. */
const expectV1Headers = (headers: Headers): void => {
  assert.match(headers.get('vary') ?? '', /^Authorization, (Accept, )?Accept-Encoding, X-Api-Version, Origin$/);
  assert.match(headers.get('x-api-version') ?? '', /^\d{4}-\d\d-\d\d$/);
  const [limit = 0, remaining = 0, reset = 0] = ['limit', 'remaining', 'reset'].map(name =>
    Number(headers.get(`x-rate-limit-${name}`) ?? Number.NaN),
  );
  assert.ok(limit > 0 && remaining >= 0 && remaining <= limit && reset > 0 && reset <= 60);
};

withApi(api => {
  let token = '';
  before(async () => {
    token = await api().createRoleToken('agent', ['tickets:read', 'tickets:write']);
    await api().call('PUT', '/v1/tickets/deleted', { body: { subject: 'Deleted' } });
    await api().call('DELETE', '/v1/tickets/deleted');
  });

  describe('the headers of every response', () => {
    for (const [status, request, caching, { headers = {}, body = null, own = {}, isOpen = false } = {}] of responses) {
      const [method = '', path = ''] = request.split(' ');
      it(`${status} for ${request.slice(0, 50)} with every required header`, async () => {
        const general = {
          Authorization: `Bearer ${token}`,
          Accept: 'text/html, */*;q=0.1',
          'X-Request-Id': requestId,
          Origin: 'https://app.example',
        };
        const init = { method, headers: { ...general, ...headers }, body, redirect: 'manual' } as const;
        const response = await fetch(`${api().url}${path}`, init);
        assert.equal(response.status, status);
        assert.deepEqual(findHeaderDeviations(response.headers, own), {});
        assert.equal(response.headers.get('cache-control'), caching);
        assert.equal(response.headers.get('x-request-id'), requestId);
        const isV1 = /^\/v1\b/.test(path);
        if (isV1) expectV1Headers(response.headers);
        assert.equal(response.headers.get('access-control-allow-origin'), isV1 || isOpen ? '*' : null);
        assert.equal(response.headers.get('access-control-allow-credentials'), null);
        const names = (response.headers.get('access-control-expose-headers') ?? '').split(', ');
        if (isV1 || isOpen) assert.ok(exposed.every(name => names.includes(name)));
      });
    }

    it('304 repeats the headers of 200 except content headers', async () => {
      const { call } = api();
      const ticket = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } })).body.url;
      const gist = (await call<Gist>('POST', '/v1/gists', { body: { files: { a: { content: '' } } } })).body.url;
      const lists = ['/v1/tickets?count=true', '/v1/tickets/recently_closed', `${ticket}/messages`, '/v1/gists'];
      for (const url of [...lists, '/v1/views', '/v1/events', '/v1/people', ticket, gist, '/v1/people/me']) {
        const { headers } = await call('GET', url);
        const headersWithEtag = { 'If-None-Match': headers.get('etag') ?? '' };
        for (const method of ['GET', 'HEAD']) {
          const response = await call(method, url, { headers: headersWithEtag });
          assert.deepEqual([response.status, response.text], [304, ''], url);
          for (const name of repeatedHeaders) assert.equal(response.headers.get(name), headers.get(name), name);
          const content = ['content-type', 'content-length', 'content-encoding', 'link', 'x-total-count'];
          assert.ok(!content.some(name => response.headers.has(name)), url);
          assert.deepEqual(findHeaderDeviations(response.headers), {});
          expectV1Headers(response.headers);
        }
      }
    });

    it('400 and 431 of the HTTP parser have every required header', async () => {
      for (const request of ['BREW /v1 HTTP/1.1\r\n\r\n', `GET /v1 HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`]) {
        const response = await exchangeBytes(api().url, Buffer.from(request));
        assert.ok(response !== null);
        const { headers } = response;
        assert.deepEqual(findHeaderDeviations(headers), {});
        assert.deepEqual([headers.get('cache-control'), headers.get('access-control-allow-origin')], ['no-store', '*']);
        assert.match(headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{8,64}$/);
        const { headers: usual } = await fetch(`${api().url}/v1`);
        for (const name of ['Vary', 'X-Api-Version']) assert.equal(headers.get(name), usual.get(name));
      }
    });
  });

  describe('a preflight', () => {
    it('204 without a token, with all methods and the requested headers', async () => {
      const requested = 'authorization,content-type,if-match,x-api-version';
      const headers = { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': requested };
      for (const url of ['/v1', '/v1/tickets/1', '/v1/gists/1/star', '/v1/rate_limit', '/v1/oauth/token']) {
        const response = await api().call('OPTIONS', url, { as: null, headers });
        assert.deepEqual([response.status, response.text], [204, ''], url);
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
        const methods = (response.headers.get('access-control-allow-methods') ?? '').split(', ');
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) assert.ok(methods.includes(method), method);
        assert.equal(response.headers.get('access-control-allow-headers'), requested, url);
      }
    });
  });
});

describe('over https, and on the metrics port', () => {
  it('the API sends Strict-Transport-Security; the metrics have the other security headers', async t => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-headers-'));
    const { port, getEntries, stop } = await startApiProcess({
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'false',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://desk.example',
      API_PUBLIC_URL: 'https://api.example',
      API_METRICS_PORT: '0',
    });
    t.after(() => stop('SIGKILL').then(() => rm(dataDir, { recursive: true })));
    for (const path of ['/v1', '/v1/tickets', '/none', '/healthz', '/oauth/logout', '/oauth/assets/star.svg']) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
    }
    const metrics = getEntries().find(({ msg }) => msg === 'metrics server listening');
    for (const path of ['/metrics', '/none']) {
      const { headers } = await fetch(`http://127.0.0.1:${metrics?.port}${path}`);
      assert.deepEqual([findHeaderDeviations(headers), headers.get('cache-control')], [{}, 'no-store'], path);
    }
  });
});
