import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import { parseMetrics, sumSamples } from '../testing/parse-metrics.ts';

let behind = 0;
let isStuck = false;

withApi(
  api => {
    const sendWhileBehind = async (milliseconds: number, paths: readonly string[]) => {
      behind = milliseconds;
      try {
        return await Promise.all(paths.map(path => api().call('GET', path)));
      } finally {
        behind = 0;
      }
    };

    describe('an overloaded process', () => {
      it('503 with Retry-After for requests that waited longer than a second, 200 for a request that did not', async () => {
        const paths = ['/v1/tickets', '/v1/gists', '/v1/people/me', '/v1/openapi.json', '/oauth/token'];
        const rejected = await sendWhileBehind(1001, paths);
        for (const { status, headers, body } of rejected) {
          assert.equal(status, 503);
          assert.equal(headers.get('retry-after'), '1');
          assert.equal((body as { code: number }).code, 50300);
        }
        assert.partialDeepStrictEqual(rejected.at(-1)?.body, { error: 'temporarily_unavailable' });
        const [caughtUp] = await sendWhileBehind(1000, ['/v1/tickets']);
        assert.equal(caughtUp?.status, 200);
        const text = await api().metrics.registry.metrics();
        assert.equal(sumSamples(parseMetrics(text), 'http_requests_shed_total', { reason: 'late' }), paths.length);
      });

      it('200 for health probes while other requests wait', async () => {
        isStuck = true;
        const responses = await sendWhileBehind(60_000, ['/healthz', '/readyz']);
        isStuck = false;
        assert.deepEqual(
          responses.map(({ status }) => status),
          [200, 200],
        );
      });
    });
  },
  {
    requestQueue: {
      admit: (_request, _response, next) => isStuck || next(),
      getWaitedMilliseconds: () => (isStuck ? 0 : behind),
      getLength: () => 0,
      getOldestMilliseconds: () => 0,
    },
  },
);
