import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';
import { parseMetrics, sumSamples } from '../testing/parse-metrics.ts';

let waitedMilliseconds = 0;
let isBlocked = false;

withApi(
  api => {
    const sendAfterWait = async (milliseconds: number, paths: readonly string[]) => {
      waitedMilliseconds = milliseconds;
      try {
        return await Promise.all(paths.map(path => api().call('GET', path)));
      } finally {
        waitedMilliseconds = 0;
      }
    };

    describe('an overloaded process', () => {
      it('503 with Retry-After for requests that waited longer than a second, 200 for a request that did not', async () => {
        const paths = ['/v1/tickets', '/v1/gists', '/v1/people/me', '/v1/openapi.json', '/oauth/token'];
        const rejected = await sendAfterWait(1001, paths);
        for (const { status, headers, body } of rejected) {
          assert.equal(status, 503);
          assert.equal(headers.get('retry-after'), '1');
          assert.equal((body as { code: number }).code, 50300);
        }
        assert.partialDeepStrictEqual(rejected.at(-1)?.body, { error: 'temporarily_unavailable' });
        const [admitted] = await sendAfterWait(1000, ['/v1/tickets']);
        assert.equal(admitted?.status, 200);
        const text = await api().metrics.registry.metrics();
        assert.equal(sumSamples(parseMetrics(text), 'http_requests_shed_total', { reason: 'late' }), paths.length);
      });

      it('200 for health probes while other requests wait', async () => {
        isBlocked = true;
        const responses = await sendAfterWait(0, ['/healthz', '/readyz']);
        isBlocked = false;
        assert.deepEqual(
          responses.map(({ status }) => status),
          [200, 200],
        );
      });
    });
  },
  {
    requestQueue: {
      admit: (_request, _response, next) => isBlocked || next(),
      getWaitedMilliseconds: () => waitedMilliseconds,
      getLength: () => 0,
      getOldestMilliseconds: () => 0,
    },
  },
);
