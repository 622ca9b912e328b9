import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { states } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  before(() => api().clock.freeze());
  const now = () => new Date(api().clock.now()).toISOString();
  const create = async (body: object) =>
    (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Door', ...body } })).body;
  const write = (method: string, id: string, body: object) => {
    api().clock.advance(1000);
    return api().call<Ticket>(method, `/v1/tickets/${id}`, { body: { subject: 'Door', ...body } });
  };

  describe('closed_at', () => {
    it('201 with the creation time for a closed ticket, null for any other ticket', async () => {
      for (const state of states) {
        const ticket = await create({ state });
        assert.equal(ticket.closed_at, state === 'closed' ? ticket.created_at : null, state);
        assert.equal(ticket.awaiting_reply, state === 'open');
      }
    });

    for (const method of ['PATCH', 'PUT']) {
      it(`200 with the time when a ${method} closes a ticket, null when a ${method} reopens a ticket`, async () => {
        for (const from of states) {
          for (const to of states.filter(state => state !== from)) {
            const { id } = await create({ state: from });
            const { status, body } = await write(method, id, { state: to });
            assert.deepEqual([status, body.state, body.version], [200, to, 2], `${from} → ${to}`);
            assert.equal(body.closed_at, to === 'closed' ? now() : null, `${from} → ${to}`);
            assert.equal(body.updated_at, now());
          }
        }
      });

      it(`200 with the same time when a ${method} closes a closed ticket again or edits it`, async () => {
        const closed = await create({ state: 'closed' });
        assert.deepEqual((await write(method, closed.id, { state: 'closed' })).body, closed);
        const { body } = await write(method, closed.id, { subject: 'Gate', state: 'closed' });
        assert.deepEqual([body.closed_at, body.updated_at], [closed.closed_at, now()]);
      });
    }
  });
});
