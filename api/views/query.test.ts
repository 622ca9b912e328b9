import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { View } from '#contract';
import { forEachApi } from '../testing/api.ts';

const accepted = [
  '',
  'state=open,pending&priority=urgent,high&assignee_id=me&tag=vip&awaiting_reply=true',
  'customer_email=amelie%40atelier-laurent.example&created_since=2026-11-01T00:00:00Z&assignee_id=null',
  'q=%22late+invoice%22%20caf%C3%A9&sort=-priority,created_at',
  `q=${'%C3%A9'.repeat(256)}`,
];

/** Invalid queries, each with a pattern of its error message. */
const rejected: [query: string, message: RegExp][] = [
  ['?state=open', /"\?state" is not a filter/],
  ['stat=open', /"stat" is not a filter/],
  ['state=opne', /"state" must be a comma-separated list of open, pending, closed/],
  ['state=open&state=closed', /"state" is repeated/],
  ['awaiting_reply=maybe', /"awaiting_reply" has an invalid value/],
  ['created_since=yesterday&sort=subject', /"created_since".*"sort" must contain only/],
  ['q=', /"q" is empty/],
  ['q=%00', /"q" contains a NUL or a lone surrogate/],
  ['q=%E0%A4', /percent-encoding/],
  ['__proto__=x', /"__proto__" is not a filter/],
  ...['cursor=x', 'per_page=10', 'count=true', 'envelope=true', 'fields=id', 'pretty=false'].map(
    (query): [string, RegExp] => [query, /is not a filter/],
  ),
];

forEachApi(api => {
  const save = (query: unknown) => api().call<View>('POST', '/v1/views', { body: { name: 'A view', query } });

  describe('the query of a view', () => {
    it('201 with any query that the ticket list accepts, unchanged', async () => {
      for (const query of accepted) {
        const response = await save(query);
        assert.deepEqual([response.status, response.body.query], [201, query]);
        assert.equal((await api().call('GET', `/v1/tickets?${query}`)).status, 200, query);
      }
    });

    it('422 for unknown, invalid or repeated parameters, and for paging and formatting', async () => {
      for (const [query, message] of rejected) {
        const response = await save(query);
        const [error, ...others] = response.body.errors ?? [];
        assert.deepEqual([response.status, error?.field, error?.code, others], [422, 'query', 1006, []], query);
        assert.match(error?.message ?? '', message);
      }
    });

    it('422 above 2,048 characters, for a line break, and for other types', async () => {
      const filler = (length: number) => `state=open${'&'.repeat(length - 10)}`;
      assert.equal((await save(filler(2048))).status, 201);
      for (const [query, code] of [
        [filler(2049), 1004],
        ['state=open\n', 1014],
        [7, 1002],
        [null, 1011],
      ] as const) {
        const { errors = [] } = (await save(query)).body;
        assert.ok(errors.every(({ field }) => field === 'query'));
        assert.ok(
          errors.some(error => error.code === code),
          String(query),
        );
      }
    });
  });
});
