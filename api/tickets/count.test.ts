import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { ticketDefaults } from '#contract/tickets';
import { forEachApi } from '../testing/api.ts';
import { ticketColumns } from './representation.ts';

const cap = 10_000;

forEachApi(api => {
  const totals = async (query: string) => {
    const { headers, body } = await api().call<{ count?: number; count_is_exact?: boolean }>(
      'GET',
      `/v1/tickets?per_page=1&${query}`,
    );
    const header = [headers.get('x-total-count'), headers.get('x-total-count-exact')];
    return { header, envelope: [body.count, body.count_is_exact] };
  };

  describe('the total of a ticket list', () => {
    it('200 with exact totals by state after every kind of change', async () => {
      const expectTotals = async () => {
        for (const state of ['', 'state=open', 'state=pending', 'state=closed', 'state=open,closed']) {
          const rows = (await api().walk<Ticket>(`/v1/tickets?per_page=100&${state}`, 'next')).flat();
          assert.deepEqual((await totals(`count=true&${state}`)).header, [String(rows.length), null], state);
        }
      };
      const body = { subject: 'Counted', state: 'pending' };
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
      await expectTotals();
      for (const [method, path, change] of [
        ['PATCH', url, { state: 'closed' }],
        ['POST', `${url}/messages`, { body: 'Again!', direction: 'in' }],
        ['PUT', url, { subject: 'Counted', state: 'closed' }],
        ['DELETE', url, undefined],
      ] as const) {
        assert.ok((await api().call(method, path, { body: change })).status < 300);
        await expectTotals();
      }
    });
  });

  describe('the total of a filtered ticket list', () => {
    before(async () => {
      const row = {
        ...ticketColumns({ ...ticketDefaults, subject: 'Many', priority: 'low' }),
        ...{ version: 1, created_at: 1, updated_at: 1, closed_at: 0, created_by: '1' },
        ...{ messages_count: 0, last_message_at: 0, awaiting_reply: 1 },
      };
      await api().database.transaction(async writes => {
        for (let n = 0; n < cap; n += 500) {
          const rows = Array.from({ length: 500 }, (_, more) => ({ ...row, id: `many-${n + more}` }));
          await writes.insertInto('tickets').values(rows).execute();
        }
      });
    });

    it('200 with the exact total up to 10,000; a larger total is 10,000, marked as inexact', async () => {
      const low = (query: string) => totals(`priority=low&${query}`);
      assert.deepEqual((await low('count=true')).header, ['10000', null]);
      assert.deepEqual((await low('envelope=true')).envelope, [cap, true]);
      assert.deepEqual((await low('')).header, [null, null]);
      await api().call('POST', '/v1/tickets', { body: { subject: 'One more', priority: 'low' } });
      assert.deepEqual((await low('count=true')).header, ['10000', 'false']);
      assert.deepEqual(await low('envelope=true'), { header: ['10000', 'false'], envelope: [cap, false] });
      assert.deepEqual((await low('count=true&state=closed')).header, ['0', null]);
    });
  });
});
