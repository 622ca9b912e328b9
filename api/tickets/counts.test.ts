import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';
import type { CallApi } from '../testing/request.ts';

type Counts = { counts: { query: string; count: number; exact: boolean }[] };

forEachApi(api => {
  const address = (...queries: string[]) => `/v1/ticket_counts?queries=${encodeURIComponent(queries.join(';'))}`;
  const count = (queries: string[], options?: Parameters<CallApi>[2]) =>
    api().call<Counts>('GET', address(...queries), options);

  describe('GET /ticket_counts', () => {
    before(async () => {
      const { agent } = api().people;
      for (const body of [
        { subject: 'Late invoice', assignee_id: agent.id },
        { subject: 'Semicolons; everywhere', tags: ['billing'] },
        { subject: 'Done', state: 'closed' },
      ])
        await api().call('POST', '/v1/tickets', { body });
    });

    it('200 with the total of each query, in order and equal to the total of GET /tickets', async () => {
      const queries = [
        '',
        'state=open&sort=-priority',
        'assignee_id=me',
        'q=semicolons%3B&tag=billing',
        'state=closed',
      ];
      const { status, body } = await count(queries);
      assert.deepEqual([status, body.counts.map(({ query }) => query)], [200, queries]);
      assert.deepEqual(
        body.counts.map(each => each.count),
        [3, 2, 1, 1, 1],
      );
      for (const { query, count: found, exact } of body.counts) {
        const { headers } = await api().call('GET', `/v1/tickets?count=true&${query}`);
        assert.deepEqual([headers.get('x-total-count'), exact], [String(found), true], query);
      }
    });

    it('200 counts the caller’s tickets for assignee_id=me, and all tickets if `queries` is missing', async () => {
      assert.equal((await count(['assignee_id=me'], { as: 'admin' })).body.counts[0]?.count, 0);
      const { body } = await api().call<Counts>('GET', '/v1/ticket_counts');
      assert.deepEqual(body, { counts: [{ query: '', count: 3, exact: true }] });
    });

    it('304 until a ticket changes; a different person or query has a different ETag', async () => {
      const getEtag = async (queries: string[], as: 'agent' | 'admin' = 'agent') =>
        (await count(queries, { as })).headers.get('etag') ?? '';
      const etag = await getEtag(['state=open']);
      const revalidate = () => count(['state=open'], { headers: { 'If-None-Match': etag } });
      assert.deepEqual([(await revalidate()).status, (await revalidate()).text], [304, '']);
      assert.equal(new Set([etag, await getEtag(['state=closed']), await getEtag(['state=open'], 'admin')]).size, 3);
      await api().call('POST', '/v1/tickets', { body: { subject: 'One more' } });
      assert.equal((await revalidate()).status, 200);
      assert.equal((await count([''], { headers: { 'If-Match': '"1"' } })).status, 412);
    });

    it('422 for invalid queries and for more than 10 queries', async () => {
      for (const [queries, message] of [
        [['state=open', 'stat=open'], /^contains "stat=open", which is not a query of the ticket list: "stat"/],
        [['per_page=1'], /"per_page" is not a filter/],
        [Array.from({ length: 11 }, () => 'state=open'), /^has more than 10 queries$/],
      ] as const) {
        const { status, body } = await count([...queries]);
        const [error, ...others] = body.errors ?? [];
        assert.deepEqual([status, error?.field, others], [422, 'queries', []]);
        assert.match(error?.message ?? '', message);
      }
    });
  });
});
