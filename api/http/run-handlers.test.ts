import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientPaths } from '../oauth/endpoints.ts';
import { toBasicAuthorization } from '../oauth/testing/code-flow.ts';
import { addClient } from '../oauth/testing/oauth-server.ts';
import { type TestApi, withApi } from '../testing/api.ts';

const form = 'application/x-www-form-urlencoded';

/** Headers that differ between responses to the same request. */
const varyingHeaders = ['date', 'x-request-id', 'x-rate-limit-remaining', 'x-rate-limit-reset'];

const send = async (url: string, init: RequestInit) => {
  const { status, headers, text } = await fetch(url, init).then(async response => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  const shared = [...headers].filter(([name]) => !varyingHeaders.includes(name)).sort();
  return { status, headers: shared, text, id: headers.get('x-request-id') };
};

const suite = (api: () => TestApi) => {
  describe('/oauth/token, /oauth/revoke and /oauth/introspect, which bypass Express', () => {
    it('respond the same when a query string sends the request through Express', async () => {
      const authorization = toBasicAuthorization(await addClient(api().database));
      const body = 'grant_type=refresh_token&refresh_token=unknown&token=unknown';
      const requests: RequestInit[] = [
        { method: 'GET' },
        { method: 'OPTIONS', headers: { origin: 'https://site.example', 'access-control-request-headers': 'a' } },
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
        { method: 'POST', headers: { 'content-type': form, origin: 'https://site.example' }, body },
        { method: 'POST', headers: { 'content-type': form, authorization: 'Basic nonsense' }, body },
        { method: 'POST', headers: { 'content-type': form, authorization }, body },
        { method: 'POST', headers: { 'content-type': form, authorization }, body: 'a'.repeat(60_000) },
      ];
      for (const path of clientPaths) {
        for (const init of requests) {
          const direct = await send(`${api().url}${path}`, init);
          const routed = await send(`${api().url}${path}?a`, init);
          const name = `${init.method} ${path} ${init.body}`;
          assert.match(direct.id ?? '', /./, name);
          assert.deepEqual({ ...direct, id: '' }, { ...routed, id: '' }, name);
        }
      }
    });

    it('have their own routes in the metrics', async () => {
      for (const path of clientPaths) await send(`${api().url}${path}`, { method: 'POST' });
      const text = await api().metrics.registry.metrics();
      for (const path of clientPaths) assert.ok(text.includes(`route="${path}",status="401"`), path);
    });
  });
};

withApi(suite);
withApi(suite, { prefix: '/desk' });
