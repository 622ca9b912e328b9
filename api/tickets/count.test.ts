import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ticketDefaults } from '#contract/tickets';
import { forEachApi } from '../testing/api.ts';
import { ticketColumns } from './shape.ts';

const cap = 10_000;

forEachApi(api => {
  const totals = async (query: string) => {
    const { headers, body } = await api().call<{ count?: number; count_is_exact?: boolean }>(
      'GET',
      `/v1/tickets?priority=low&per_page=1&${query}`,
    );
    const header = [headers.get('x-total-count'), headers.get('x-total-count-exact')];
    return { header, envelope: [body.count, body.count_is_exact] };
  };

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

  describe('the total of a filtered ticket list', () => {
    it('200 with the exact total up to 10,000, and 10,000 marked as inexact beyond it', async () => {
      assert.deepEqual((await totals('count=true')).header, ['10000', null]);
      assert.deepEqual((await totals('envelope=true')).envelope, [cap, true]);
      assert.deepEqual((await totals('')).header, [null, null]);
      await api().call('POST', '/v1/tickets', { body: { subject: 'One more', priority: 'low' } });
      assert.deepEqual((await totals('count=true')).header, ['10000', 'false']);
      assert.deepEqual(await totals('envelope=true'), { header: ['10000', 'false'], envelope: [cap, false] });
      assert.deepEqual((await totals('count=true&state=closed')).header, ['0', null]);
    });
  });
});
