import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

const paths = ['/v1', '/v1/rate_limit', '/v1/openapi.json', '/healthz', '/readyz'];

withApi(api => {
  describe('GET /v1', () => {
    it('200 without a token, with valid links', async () => {
      const { status, text } = await api().call('GET', '/v1', { as: null });
      assert.equal(status, 200);
      const links = Object.entries<string>(JSON.parse(text));
      for (const name of ['tickets', 'recently_closed', 'gists', 'starred_gists', 'views', 'events', 'people', 'me']) {
        assert.ok(
          links.some(([link]) => link === name),
          name,
        );
      }
      for (const [name, link] of links) {
        assert.ok(link.startsWith(`${api().url}/`), name);
        const response = await fetch(link, { redirect: 'manual' });
        assert.notEqual(response.status, 404, name);
        await response.text();
      }
    });
  });

  describe('a read-only path', () => {
    for (const path of paths) {
      it(`204 for OPTIONS of ${path}, 200 for HEAD, 405 with Allow for other methods`, async () => {
        const allow = 'GET, HEAD, OPTIONS';
        const options = await api().call('OPTIONS', path, { as: null });
        assert.deepEqual([options.status, options.headers.get('allow'), options.text], [204, allow, '']);
        const head = await api().call('HEAD', path, { as: null });
        const response = await api().call('GET', path, { as: null });
        assert.deepEqual([head.status, response.status, head.text], [200, 200, '']);
        assert.equal(head.headers.get('content-length'), response.headers.get('content-length'));
        assert.match(response.headers.get('cache-control') ?? '', /^no-(cache|store)$/);
        assert.match(response.text, /^\{\n {2}".*\n\}\n$/s);
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const rejected = await api().call(method, path, { as: null });
          assert.deepEqual([rejected.status, rejected.headers.get('allow')], [405, allow], method);
        }
      });
    }
  });
});
