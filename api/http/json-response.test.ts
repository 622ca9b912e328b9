import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

/** Accept-Encoding values, and whether an item is compressed (RFC 9110 12.5.3). */
const encodings: [accept: string, zipped: boolean][] = [
  ['gzip', true],
  ['GZIP', true],
  ['gzip;q=0.001, br', true],
  ['*', true],
  ['br, *;q=0.1', true],
  ['gzip, identity;q=0', true],
  ['identity', false],
  ['br, deflate', false],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['identity;q=0', false],
  ['gzip;q=0.5, identity', false],
];

withApi(api => {
  let item = '';
  before(async () => {
    const body = { subject: 'Crumpled', description: 'paper '.repeat(200) };
    item = new URL((await api().call<{ url: string }>('POST', '/v1/tickets', { body })).body.url).pathname;
  });
  const get = (path: string, accept: string, method = 'GET') =>
    api().call(method, path, { headers: { 'Accept-Encoding': accept } });
  const getCoding = async (path: string, accept: string) => (await get(path, accept)).headers.get('content-encoding');

  describe('JSON', () => {
    it('200 and errors with two-space indentation and a final newline; compact for ?pretty=false', async () => {
      const lists = ['/v1/tickets', '/v1/tickets?envelope=true'];
      const errors = ['/v1/tickets/none', '/v1/nothing', '/v1/tickets?x=1&per_page=0'];
      for (const path of [item, ...lists, '/v1', '/v1/people/me', '/v1/rate_limit', ...errors]) {
        const { text } = await api().call('GET', path);
        assert.equal(text, `${JSON.stringify(JSON.parse(text), null, 2)}\n`, path);
        const compact = await api().call('GET', `${path}${path.includes('?') ? '&' : '?'}pretty=false`);
        assert.equal(compact.text, JSON.stringify(JSON.parse(compact.text)), path);
      }
      const created = await api().call('POST', '/v1/tickets?pretty=false', { body: { subject: 'In one line' } });
      assert.doesNotMatch(created.text, /\n/);
    });

    it('200 for any Accept header', async () => {
      const { headers } = await api().call('GET', item, { headers: { Accept: 'text/html' } });
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    });
  });

  describe('gzip', () => {
    it('200 compressed on request for an item of any size', async () => {
      for (const [accept, zipped] of encodings) {
        for (const path of [item, `${item}?fields=id&pretty=false`]) {
          const { headers, status, text } = await get(path, accept);
          assert.deepEqual([status, headers.get('content-encoding')], [200, zipped ? 'gzip' : null], accept);
          assert.equal(text, (await get(path, 'identity')).text);
          assert.equal(headers.get('vary'), 'Authorization, Accept-Encoding, X-Api-Version, Origin');
          assert.equal(headers.get('etag')?.endsWith('-gzip"'), zipped, accept);
        }
      }
    });

    it('200 compressed for a list from 1 KiB; a smaller list only if no other coding is acceptable', async () => {
      assert.equal(await getCoding('/v1/tickets', 'gzip'), 'gzip');
      assert.equal(await getCoding('/v1/tickets', 'gzip;q=0'), null);
      assert.equal(await getCoding('/v1/tickets?fields=id', 'gzip'), null);
      assert.equal(await getCoding('/v1/tickets?fields=id', 'gzip, identity;q=0'), 'gzip');
    });

    it('200 and 201 compressed after POST, PATCH and PUT', async () => {
      const headers = { 'Accept-Encoding': 'gzip' };
      const writes = [
        ['POST', '/v1/tickets', { subject: 'x' }],
        ['PATCH', item, { priority: 'high' }],
        ['PUT', item, { subject: 'Flat' }],
      ] as const;
      for (const [method, path, body] of writes) {
        const response = await api().call(method, path, { body, headers });
        assert.equal(response.headers.get('content-encoding'), 'gzip', method);
      }
    });
  });
});
