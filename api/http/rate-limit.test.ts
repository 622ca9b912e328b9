import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

type RateLimitStatus = { limit: number; remaining: number; reset: number };

const me = '/v1/people/me';
const getRateLimit = ({ headers }: ApiResponse) =>
  ['limit', 'remaining'].map(name => Number(headers.get(`x-rate-limit-${name}`)));

forEachApi(
  api => {
    describe('rate limits', () => {
      it('429 with Retry-After above the limit of one person and client, even instead of a 304', async () => {
        const first = await api().call('GET', me, { as: 'viewer' });
        assert.deepEqual(getRateLimit(first), [4, 3]);
        const withEtag = { as: 'viewer', headers: { 'If-None-Match': first.headers.get('etag') ?? '' } } as const;
        for (let n = 0; n < 3; n++) {
          const again = await api().call('GET', me, withEtag);
          assert.deepEqual([again.status, ...getRateLimit(again)], [304, 4, 3], 'a 304 does not count');
        }
        assert.deepEqual(
          getRateLimit(await api().call('OPTIONS', me, { as: 'viewer' })),
          [3, 3],
          'OPTIONS does not count either',
        );
        assert.equal((await api().call('GET', '/v1/tickets?mistyped=1', { as: 'viewer' })).status, 422);
        assert.equal((await api().call('DELETE', me, { as: 'viewer' })).status, 405);
        assert.deepEqual(getRateLimit(await api().call('GET', me, { as: 'viewer' })), [4, 0]);
        for (const headers of [{}, withEtag.headers]) {
          const { status, headers: sent, body } = await api().call('GET', me, { as: 'viewer', headers });
          assert.deepEqual([status, body.code, sent.get('cache-control')], [429, 42900, 'no-store']);
          assert.equal(sent.get('retry-after'), sent.get('x-rate-limit-reset'));
          const seconds = Number(sent.get('retry-after'));
          assert.ok(seconds >= 1 && seconds <= 60);
        }
        assert.equal((await api().call('GET', me, { as: 'admin' })).status, 200);
      });

      it('200 for GET /rate_limit, with or without a token, without counting the request', async () => {
        const send = () => api().call<RateLimitStatus>('GET', '/v1/rate_limit', { as: 'admin' });
        const { status, body, headers } = await send();
        assert.equal(status, 200);
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.deepEqual(Object.keys(body), ['limit', 'remaining', 'reset']);
        assert.deepEqual((await send()).body.remaining, body.remaining);
        assert.deepEqual(getRateLimit(await send()), [body.limit, body.remaining]);
        const anonymous = await api().call<RateLimitStatus>('GET', '/v1/rate_limit', { as: null });
        assert.deepEqual([anonymous.status, anonymous.body.limit, anonymous.body.remaining], [200, 3, 3]);
      });

      it('429 above the limit of an IP address, but only for requests without a valid token', async () => {
        const uncounted = [
          { status: 200, path: '/v1' },
          { status: 200, path: '/v1/openapi.json' },
          { status: 308, path: '/v1/tickets/' },
          { status: 404, path: '/v1/nothing' },
          { status: 400, path: me, headers: { 'X-Api-Version': 'yesterday' } },
        ];
        for (const { status, path, headers = {} } of uncounted) {
          const response = await api().call('GET', path, { as: null, headers });
          assert.deepEqual([response.status, ...getRateLimit(response)], [status, 3, 3], path);
        }
        const failures: unknown[] = [];
        for (let n = 0; n < 4; n++) {
          const response = await api().call('GET', n % 2 === 0 ? me : '/v1/rate_limit', {
            as: null,
            headers: { Authorization: 'Bearer made-up' },
          });
          failures.push([response.status, ...getRateLimit(response)]);
        }
        assert.deepEqual(failures, [
          [401, 3, 2],
          [401, 3, 1],
          [401, 3, 0],
          [429, 3, 0],
        ]);
        assert.equal((await api().call('GET', '/v1/rate_limit', { as: 'admin' })).status, 200);
        assert.equal((await api().call('GET', '/v1/gists', { as: 'admin' })).status, 200);
      });
    });
  },
  { perMinute: 4, ipPerMinute: 3 },
);
