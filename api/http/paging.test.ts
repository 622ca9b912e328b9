import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const subjects = ({ body }: ApiResponse<Ticket[]>): string => body.map(({ subject }) => subject).join('');
const rels = ({ links }: ApiResponse): string => Object.keys(links).join(' ');

withApi(api => {
  const get = (url = '') => api().call<Ticket[]>('GET', url);
  const list = '/v1/tickets?tag=seven&sort=created_at';
  before(async () => {
    for (const subject of 'abcdefg') await api().call('POST', '/v1/tickets', { body: { subject, tags: ['seven'] } });
  });

  describe('the Link header of a list', () => {
    it('omits prev on the first page and next on the last page', async () => {
      const first = await get(`${list}&per_page=3`);
      assert.equal(rels(first), 'first next last');
      assert.equal(rels(await get(first.links['next'])), 'first prev next last');
      assert.equal(rels(await get(first.links['last'])), 'first prev last');
      assert.equal(rels(await get(`${list}&per_page=7`)), 'first last');
      assert.equal(rels(await get('/v1/tickets?tag=none')), 'first last');
      assert.equal(rels(await get('/v1/events?ticket_id=none')), 'first last');
    });

    it('leads from the last page back to the first page, which then has fewer rows', async () => {
      const last = await get((await get(`${list}&per_page=3`)).links['last']);
      const middle = await get(last.links['prev']);
      const rest = await get(middle.links['prev']);
      assert.deepEqual([last, middle, rest].map(subjects), ['efg', 'bcd', 'a']);
      assert.equal(rels(rest), 'first next last');
      assert.deepEqual(
        [subjects(await get(rest.links['next'])), subjects(await get(rest.links['first']))],
        ['bcd', 'abc'],
      );
    });

    it('preserves every other parameter, percent-encoded, and includes per_page', async () => {
      const sent = {
        q: '"Zoë & Söhne" #1 <b>, >',
        tag: 'seven',
        state: 'open,pending',
        pretty: 'false',
        count: 'true',
      };
      const { links, headers } = await get(`/v1/tickets?${new URLSearchParams(sent)}`);
      assert.match(headers.get('link') ?? '', /^<[\w\-.~:/?&=%]+>; rel="first", <[\w\-.~:/?&=%]+>; rel="last"$/);
      for (const url of Object.values(links)) {
        const { origin, pathname, searchParams } = new URL(url);
        assert.equal(origin + pathname, `${api().url}/v1/tickets`);
        const { cursor: _, ...parameters } = Object.fromEntries(searchParams);
        assert.deepEqual(parameters, { ...sent, per_page: '30' });
      }
    });

    it('includes per_page=100 for 100 and larger values', async () => {
      for (const perPage of ['100', '101', '99999999999999999999']) {
        const { links } = await get(`${list}&per_page=${perPage}`);
        assert.equal(new URL(links['first'] ?? '').searchParams.get('per_page'), '100');
      }
    });

    it('is the same for HEAD, and present on other lists', async () => {
      const head = await api().call('HEAD', `${list}&per_page=3`);
      assert.deepEqual([head.links, head.text], [(await get(`${list}&per_page=3`)).links, '']);
      const { id } = (await get(list)).body[0] ?? {};
      for (const path of ['recently_closed', `${id}/messages`].map(path => `/v1/tickets/${path}`)) {
        assert.equal(rels(await get(path)), 'first last');
      }
      for (const path of ['/v1/gists', '/v1/gists/starred', '/v1/views'])
        assert.equal(rels(await get(path)), 'first last');
      assert.equal(rels(await get('/v1/people?per_page=2')), 'first next last');
    });
  });
});
