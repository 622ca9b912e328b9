import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

type Envelope = {
  data: { id: string }[];
  count: number;
  count_is_exact: boolean;
  links: Record<'first' | 'prev' | 'next' | 'last', string | null>;
};

withApi(api => {
  before(async () => {
    for (const subject of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await api().call('POST', '/v1/tickets', { body: { subject } });
    }
  });
  const get = (url: string, headers = {}) =>
    api().call<Envelope>('GET', url, { headers: { 'Accept-Encoding': 'identity', ...headers } });

  describe('GET of a list with ?envelope=true', () => {
    it('200 with data, count and links, and the usual headers', async () => {
      const bare = await get('/v1/tickets?per_page=2&sort=created_at&count=true');
      const { status, headers, body } = await get('/v1/tickets?per_page=2&sort=created_at&envelope=true');
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['data', 'count', 'count_is_exact', 'links']);
      assert.deepEqual(body.data, bare.body);
      assert.deepEqual([body.count, body.count_is_exact], [5, true]);
      for (const name of ['x-total-count', 'x-total-count-exact', 'vary', 'cache-control', 'content-type', 'allow']) {
        assert.equal(headers.get(name), bare.headers.get(name), name);
      }
      assert.deepEqual([...headers.keys()].sort(), [...bare.headers.keys()].sort());
    });

    it('200 with the links of the Link header, which contain `envelope=true`, and null for a missing page', async () => {
      const seen: string[] = [];
      for (let next: string | null = '/v1/tickets?per_page=2&sort=created_at&envelope=true'; next !== null; ) {
        const { body, links } = await get(next);
        assert.deepEqual(body.links, { prev: null, next: null, ...links });
        assert.equal(body.links.prev === null, seen.length === 0);
        seen.push(...body.data.map(({ id }) => id));
        next = body.links.next;
      }
      assert.equal(seen.length, 5);
      assert.equal(new Set(seen).size, 5);
    });

    it('200 with [] and links to the first and last page for an empty list', async () => {
      const { body } = await get('/v1/tickets?tag=none&envelope=true');
      assert.deepEqual([body.data, body.count, body.count_is_exact], [[], 0, true]);
      assert.deepEqual([body.links.prev, body.links.next], [null, null]);
      assert.ok(body.links.first && body.links.last);
    });

    it('200 for lists of other resources, with the requested members only', async () => {
      const lists = ['/tickets', '/tickets/recently_closed', '/tickets/1/messages', '/gists', '/gists/starred'];
      for (const path of [...lists, '/views', '/events', '/people']) {
        const { status, body } = await get(`/v1${path}?envelope=true&fields=id`);
        assert.deepEqual([status, body.count], [200, body.data.length], path);
        assert.ok(
          body.data.every(row => Object.keys(row).join() === 'id'),
          path,
        );
        const { text } = await get(`/v1${path}?envelope=false`);
        assert.ok(Array.isArray(JSON.parse(text)), path);
      }
    });

    it('304 for its own ETag, which differs from the plain list’s ETag', async () => {
      const etag = (await get('/v1/tickets?envelope=true')).headers.get('etag') ?? '';
      assert.equal((await get('/v1/tickets?envelope=true', { 'If-None-Match': etag })).status, 304);
      assert.equal((await get('/v1/tickets', { 'If-None-Match': etag })).status, 200);
    });

    it('422 for an item', async () => {
      const { status, body } = await get('/v1/tickets/1?envelope=true');
      assert.deepEqual([status, body.errors?.map(({ field }) => field)], [422, ['envelope']]);
    });
  });
});
