import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { operations } from '#contract/all-operations';
import { scopes } from '#contract/enums';
import { withApi } from '../testing/api.ts';
import { startApiProcess } from '../testing/api-process.ts';
import { exchangeBytes } from '../testing/raw-exchange.ts';

const promised = {
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

type Row = { method?: string; path: string; status: number; cache: string | null; own?: Record<string, string> };

/** One request for each kind of response; the contract's operations are tested separately. */
const responses: Row[] = [
  { path: '/v1', status: 200, cache: 'no-cache' },
  { path: '/v1/openapi.json', status: 200, cache: 'no-cache' },
  { path: '/v1/docs', status: 200, cache: 'no-cache', own: docs },
  { path: '/v1/rate_limit', status: 200, cache: 'no-store' },
  { path: '/v1/tickets', status: 200, cache: 'private, no-cache' },
  { path: '/v1/tickets/none', status: 404, cache: 'private, no-cache' },
  { method: 'POST', path: '/v1/tickets', status: 400, cache: 'no-store' },
  { method: 'PUT', path: '/v1/tickets', status: 405, cache: 'no-store' },
  { path: '/v1/none', status: 404, cache: 'no-store' },
  { path: '/v0', status: 410, cache: 'no-store' },
  { path: '/tickets', status: 308, cache: null },
  { path: `/v1/${'x'.repeat(9000)}`, status: 414, cache: 'no-store' },
  { path: '/healthz', status: 200, cache: 'no-store' },
  { path: '/readyz', status: 200, cache: 'no-store' },
  { path: '/', status: 404, cache: 'no-store' },
  { path: '/oauth/logout', status: 200, cache: 'no-store', own: page },
  { path: '/oauth/authorize?client_id=nobody', status: 400, cache: 'no-store', own: page },
  { path: '/oauth/sign-in/over', status: 400, cache: 'no-store', own: page },
  { path: '/oauth/assets/pages.css', status: 200, cache: 'no-cache' },
  { method: 'POST', path: '/oauth/token', status: 401, cache: 'no-store' },
  { path: '/oauth/token', status: 405, cache: 'no-store' },
  { path: '/oauth/jwks', status: 200, cache: null },
  { path: '/.well-known/oauth-authorization-server', status: 200, cache: null },
];

/** Returns the headers that differ from the expected ones. */
const findWrongHeaders = (headers: Headers, own: Record<string, string> = {}): object => {
  const expected: Record<string, string> = { ...promised, ...own };
  const revealing = ['server', 'x-powered-by', 'strict-transport-security'].filter(name => headers.has(name));
  const wrong = Object.entries(expected).filter(([name, value]) => headers.get(name) !== value);
  return Object.fromEntries([...wrong.map(([name]) => name), ...revealing].map(name => [name, headers.get(name)]));
};

withApi(api => {
  describe('every response has the security headers', () => {
    for (const { method = 'GET', path, status, cache, own } of responses) {
      it(`${status} of ${method} ${path.slice(0, 50)}`, async () => {
        const token = await api().createRoleToken('agent', scopes);
        const headers = { Authorization: `Bearer ${token}`, Accept: 'text/html, */*;q=0.1' };
        const response = await fetch(`${api().url}${path}`, { method, headers, redirect: 'manual' });
        assert.equal(response.status, status);
        assert.deepEqual(findWrongHeaders(response.headers, own), {});
        assert.equal(response.headers.get('cache-control'), cache);
      });
    }

    for (const { method, path } of operations) {
      it(`401 and 204 at ${method} ${path}`, async () => {
        const address = `/v1${path.replaceAll(/\{\w+\}/g, 'x')}`;
        const rejected = await api().call(method, address, { as: null });
        const sent = await api().call('OPTIONS', address);
        assert.deepEqual([rejected.status, sent.status], [401, 204]);
        for (const { headers } of [rejected, sent]) assert.deepEqual(findWrongHeaders(headers), {});
        assert.equal(rejected.headers.get('cache-control'), 'no-store');
      });
    }

    it('400 for a request that the parser rejects', async () => {
      const response = await exchangeBytes(api().url, Buffer.from('BREW /v1 HTTP/1.1\r\n\r\n'));
      assert.ok(response !== null);
      assert.deepEqual(findWrongHeaders(response.headers), {});
      assert.equal(response.headers.get('cache-control'), 'no-store');
    });
  });
});

describe('over https, and on the metrics port', () => {
  it('the API sends Strict-Transport-Security, and the metrics have the same security headers', async t => {
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
    for (const path of [
      '/v1',
      '/v1/tickets',
      '/none',
      '/healthz',
      '/oauth/logout',
      '/oauth/assets/star.svg',
      '/v1/docs',
    ]) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
    }
    const metrics = getEntries().find(({ msg }) => msg === 'listening for metrics');
    for (const path of ['/metrics', '/none']) {
      const { headers } = await fetch(`http://127.0.0.1:${metrics?.port}${path}`);
      assert.deepEqual([findWrongHeaders(headers), headers.get('cache-control')], [{}, 'no-store'], path);
    }
  });
});
