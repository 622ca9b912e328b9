import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const origin = { Origin: 'https://app.example' };

/** Exposed response headers, except the CORS-safelisted ones (Fetch). */
const exposed = [
  ...['Accept', 'Accept-Patch', 'Allow', 'Deprecation', 'ETag', 'Idempotency-Replayed', 'Link', 'Location'],
  ...['Preference-Applied', 'Retry-After', 'Sunset', 'WWW-Authenticate', 'X-Api-Version', 'X-Request-Id'],
  ...['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'X-Total-Count', 'X-Total-Count-Exact'],
];

const isOpen = ({ headers }: ApiResponse): boolean =>
  headers.get('access-control-allow-origin') === '*' && !headers.has('access-control-allow-credentials');

withApi(api => {
  const send = (method: string, address: string, headers = {}, as: 'agent' | null = 'agent') =>
    api().call(method, address, { as, headers: { ...origin, ...headers } });

  describe('pages of any origin', () => {
    const responses = [
      [200, 'GET', '/v1'],
      [200, 'GET', '/v1/tickets'],
      [200, 'GET', '/oauth/jwks'],
      [200, 'GET', '/.well-known/openid-configuration'],
      [200, 'GET', '/.well-known/oauth-authorization-server'],
      [308, 'GET', '/v1/tickets/'],
      [404, 'GET', '/v1/nothing'],
      [405, 'DELETE', '/v1/people/me'],
      [405, 'DELETE', '/oauth/jwks'],
      [405, 'GET', '/oauth/token'],
      [405, 'GET', '/v1/oauth/token'],
      [415, 'POST', '/oauth/token', { 'Content-Type': 'text/plain' }],
      [404, 'GET', '/v1/tickets/%20'],
      [400, 'GET', '/v1/tickets/%'],
      [400, 'GET', '/v1/tickets', { 'X-Api-Version': 'x' }],
      [401, 'GET', '/v1/tickets', { Authorization: 'Bearer nonsense' }],
      [414, 'GET', `/v1/tickets?q=${'x'.repeat(9000)}`],
      [422, 'GET', '/v1/tickets?x=1'],
      [431, 'GET', '/v1/tickets', { 'X-Filler': 'x'.repeat(17_000) }],
    ] as const;
    for (const [status, method, address, headers] of responses) {
      it(`${status} of ${method} ${address.slice(0, 30)} is readable without credentials`, async () => {
        const response = await send(method, address, headers);
        assert.equal(response.status, status);
        assert.ok(isOpen(response));
      });
    }

    it('200 exposes every header that is not safelisted', async () => {
      for (const address of ['/v1/tickets', '/v1/nothing', '/oauth/token']) {
        const { headers } = await send('GET', address);
        const names = (headers.get('access-control-expose-headers') ?? '').split(', ');
        assert.deepEqual(
          exposed.filter(name => !names.includes(name)),
          [],
        );
      }
    });

    it('404 outside the API is not readable', async () => {
      for (const address of ['/healthz', '/v2/tickets', '/oauth/authorize']) {
        assert.ok(!(await send('GET', address, {}, null)).headers.has('access-control-allow-origin'), address);
      }
    });
  });

  describe('a preflight', () => {
    it('204 without a token, with all methods and the requested headers', async () => {
      for (const address of ['/v1', '/v1/tickets/1', '/v1/gists/1/star', '/v1/rate_limit', '/v1/oauth/token']) {
        const response = await send(
          'OPTIONS',
          address,
          {
            'Access-Control-Request-Method': 'PATCH',
            'Access-Control-Request-Headers': 'authorization,content-type,if-match,x-api-version',
          },
          null,
        );
        assert.deepEqual([response.status, response.text], [204, ''], address);
        assert.ok(isOpen(response), address);
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
          assert.match(response.headers.get('access-control-allow-methods') ?? '', new RegExp(`\\b${method}\\b`));
        }
        const allowed = response.headers.get('access-control-allow-headers');
        assert.equal(allowed, 'authorization,content-type,if-match,x-api-version', address);
      }
    });
  });
});
