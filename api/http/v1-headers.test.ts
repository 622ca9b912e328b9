import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

const vary = 'Authorization, Accept-Encoding, X-Api-Version';

withApi(api => {
  describe('headers of every response under /v1', () => {
    const responses = [
      { status: 200, method: 'GET', address: '/v1/tickets' },
      { status: 200, method: 'GET', address: '/v1' },
      { status: 200, method: 'HEAD', address: '/v1/openapi.json' },
      { status: 201, method: 'POST', address: '/v1/tickets', body: { subject: 'Late parcel' } },
      { status: 204, method: 'OPTIONS', address: '/v1/tickets', as: null },
      { status: 204, method: 'OPTIONS', address: '/v1/oauth/token', as: null },
      { status: 204, method: 'OPTIONS', address: '/v1', as: null },
      { status: 308, method: 'GET', address: '/v1/tickets/' },
      { status: 400, method: 'GET', address: '/v1/tickets', headers: { 'X-Api-Version': 'yesterday' } },
      { status: 401, method: 'GET', address: '/v1/tickets', as: null },
      { status: 404, method: 'GET', address: '/v1/nothing' },
      { status: 405, method: 'DELETE', address: '/v1/people/me' },
      { status: 405, method: 'GET', address: '/v1/oauth/token' },
      { status: 414, method: 'GET', address: `/v1/tickets?q=${'x'.repeat(9000)}` },
      { status: 422, method: 'GET', address: '/v1/tickets?mistyped=1' },
      { status: 431, method: 'GET', address: '/v1/tickets', headers: { 'X-Filler': 'x'.repeat(17_000) } },
    ] as const;
    for (const { status, method, address, ...call } of responses) {
      it(`${status} of ${method} ${address.slice(0, 30)} has Vary, the API version and the rate limit`, async () => {
        const response = await api().call(method, address, call);
        assert.equal(response.status, status);
        assert.equal(response.headers.get('vary'), vary);
        assert.match(response.headers.get('x-api-version') ?? '', /^\d{4}-\d\d-\d\d$/);
        const getRateLimit = (name: string) => Number(response.headers.get(`x-rate-limit-${name}`) ?? Number.NaN);
        const [limit, remaining, reset] = [getRateLimit('limit'), getRateLimit('remaining'), getRateLimit('reset')];
        assert.ok(limit > 0 && remaining >= 0 && remaining <= limit && reset > 0 && reset <= 60);
      });
    }

    it('304 has the headers of the 200, and Cache-Control', async () => {
      const first = await api().call('GET', '/v1/people/me');
      const tag = first.headers.get('etag') ?? '';
      const again = await api().call('GET', '/v1/people/me', { headers: { 'If-None-Match': tag } });
      assert.equal(again.status, 304);
      for (const name of ['vary', 'cache-control', 'etag', 'x-api-version']) {
        assert.equal(again.headers.get(name), first.headers.get(name), name);
      }
      assert.equal(again.headers.get('cache-control'), 'private, no-cache');
      assert.equal(again.headers.get('vary'), vary);
    });

    it('401 and 403 are not cacheable', async () => {
      const token = await api().createRoleToken('agent', ['tickets:read']);
      const { headers, status } = await api().call('GET', '/v1/gists', {
        headers: { Authorization: `Bearer ${token}` },
      });
      assert.deepEqual([status, headers.get('cache-control')], [403, 'no-store']);
      const anonymous = await api().call('GET', '/v1/gists', { as: null });
      assert.deepEqual([anonymous.status, anonymous.headers.get('cache-control')], [401, 'no-store']);
    });
  });
});
