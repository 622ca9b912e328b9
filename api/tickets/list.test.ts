import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';
import { getFieldErrors } from '../testing/invalid-fields.ts';
import type { ApiResponse } from '../testing/request.ts';

const create = async (api: TestApi, body: Record<string, unknown>): Promise<Ticket> => {
  const response = await api.call<Ticket>('POST', '/v1/tickets', { body });
  assert.equal(response.status, 201);
  return response.body;
};

const ids = (response: ApiResponse<Ticket[]>): string[] => response.body.map(({ id }) => id);

forEachApi(api => {
  describe('GET /tickets', () => {
    it('200 filters, sorts by priority order and links the pages', async () => {
      const tag = 'paged';
      const expectedIds: string[] = [];
      for (const priority of ['urgent', 'high', 'normal', 'low']) {
        for (let each = 0; each < 3; each++)
          expectedIds.push((await create(api(), { subject: 'p', priority, tags: [tag] })).id);
      }
      await create(api(), { subject: 'closed', state: 'closed', priority: 'urgent', tags: [tag] });
      const first = `/v1/tickets?state=open&tag=${tag}&sort=-priority,created_at&per_page=5`;
      const pages = await api().walk<Ticket>(first, 'next');
      assert.deepEqual(
        pages.map(page => page.length),
        [5, 5, 2],
      );
      assert.deepEqual(
        pages.flat().map(({ id }) => id),
        expectedIds,
      );
      const back = await api().walk<Ticket>(first, 'next', 'prev');
      assert.deepEqual(
        back.flat().map(({ id }) => id),
        expectedIds,
      );
    });

    it('200 finds words in texts and messages, ignoring case and accents', async () => {
      const { id } = await create(api(), { subject: 'Crème brûlée torch', customer_name: 'Zoë Quist' });
      await api().call('POST', `/v1/tickets/${id}/messages`, {
        body: { body: 'The nozzle is **blocked**, model QX-77.' },
      });
      for (const q of ['creme', 'BRULEE torch', '"brulee torch"', 'zoe', 'blocked nozzle', '"qx 77"', 'qx-77 torch']) {
        assert.deepEqual(ids(await api().call('GET', `/v1/tickets?q=${encodeURIComponent(q)}`)), [id], q);
      }
      for (const q of ['"torch brulee"', 'cre', 'torch missing', '!!!', '"torch zoe"']) {
        assert.deepEqual(ids(await api().call('GET', `/v1/tickets?q=${encodeURIComponent(q)}`)), [], q);
      }
    });

    it('200 finds words up to the query limit; longer words are stored too', async () => {
      const long = Array.from({ length: 5000 }, (_, index) => index.toString(36)).join('x');
      const { id } = await create(api(), { subject: 'Log', description: `${long} ${long.slice(0, 250)}` });
      assert.deepEqual(ids(await api().call('GET', `/v1/tickets?q=${long.slice(0, 250)}`)), [id]);
      assert.deepEqual(ids(await api().call('GET', `/v1/tickets?q=${long.slice(0, 249)}`)), []);
    });

    it('304 for its ETag until a ticket changes', async () => {
      const first = await api().call('GET', '/v1/tickets?per_page=1');
      const tag = { 'If-None-Match': first.headers.get('etag') ?? '' };
      assert.equal((await api().call('GET', '/v1/tickets?per_page=1', { headers: tag })).status, 304);
      await create(api(), { subject: 'New' });
      assert.equal((await api().call('GET', '/v1/tickets?per_page=1', { headers: tag })).status, 200);
    });

    it('200 with the total on request', async () => {
      await create(api(), { subject: 'counted', tags: ['counted'] });
      const response = await api().call('GET', '/v1/tickets?tag=counted&count=true');
      assert.equal(response.headers.get('x-total-count'), '1');
    });

    it('200 with exact totals by state after every kind of change', async () => {
      const total = async (query: string) =>
        Number((await api().call('GET', `/v1/tickets?count=true&${query}`)).headers.get('x-total-count'));
      const expectTotals = async () => {
        for (const state of ['', 'state=open', 'state=pending', 'state=closed', 'state=open,closed']) {
          const rows = (await api().walk<Ticket>(`/v1/tickets?per_page=100&${state}`, 'next')).flat();
          assert.equal(await total(state), rows.length, state);
        }
      };
      const { id } = await create(api(), { subject: 'counted', state: 'pending' });
      await expectTotals();
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { state: 'closed' } });
      await expectTotals();
      await api().call('POST', `/v1/tickets/${id}/messages`, { body: { body: 'Again!', direction: 'in' } });
      await expectTotals();
      await api().call('PUT', `/v1/tickets/${id}`, { body: { subject: 'counted', state: 'closed' } });
      await expectTotals();
      await api().call('DELETE', `/v1/tickets/${id}`);
      await expectTotals();
    });

    it('422 for an unknown, a repeated and an invalid parameter', async () => {
      const response = await api().call('GET', '/v1/tickets?stat=open&sort=prio&per_page=0&q=a&q=b');
      assert.equal(response.status, 422);
      assert.deepEqual(getFieldErrors(response), [
        ['per_page', 1009],
        ['q', 1010],
        ['sort', 1005],
        ['stat', 1007],
      ]);
    });

    it('400 for a cursor of another list', async () => {
      for (let each = 0; each < 2; each++) await create(api(), { subject: 'x', priority: 'low' });
      const page = await api().call('GET', '/v1/tickets?priority=low&per_page=1');
      const cursor = new URL(page.links['next'] ?? '').searchParams.get('cursor');
      for (const query of [`cursor=${cursor}`, 'cursor=garbage']) {
        const response = await api().call('GET', `/v1/tickets?${query}`);
        assert.deepEqual([response.status, response.body.code], [400, 40005]);
      }
    });
  });

  describe('GET /tickets/recently_closed', () => {
    it('200 with the most recently closed first', async () => {
      const [one, two] = [await create(api(), { subject: 'one' }), await create(api(), { subject: 'two' })];
      await api().call('PATCH', `/v1/tickets/${two.id}`, { body: { state: 'closed' } });
      await api().call('PATCH', `/v1/tickets/${one.id}`, { body: { state: 'closed' } });
      const response = await api().call<Ticket[]>('GET', '/v1/tickets/recently_closed?per_page=2');
      assert.deepEqual(ids(response), [one.id, two.id]);
    });

    it('422 for another state', async () => {
      assert.deepEqual(getFieldErrors(await api().call('GET', '/v1/tickets/recently_closed?state=open')), [
        ['state', 1005],
      ]);
    });
  });
});
