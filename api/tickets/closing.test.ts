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
  const write = (method: string, id: string, body: object) => api().call<Ticket>(method, `/v1/tickets/${id}`, { body });

  describe('closed_at', () => {
    it('201 sets it to the creation time of a closed ticket, and to null for any other', async () => {
      for (const state of states) {
        const ticket = await create({ state });
        assert.equal(ticket.closed_at, state === 'closed' ? ticket.created_at : null, state);
        assert.equal(ticket.awaiting_reply, state === 'open');
      }
    });

    it('200 sets it when a ticket is closed and clears it when it is reopened', async () => {
      for (const from of states) {
        for (const to of states.filter(state => state !== from)) {
          const { id } = await create({ state: from });
          api().clock.advance(1000);
          const { status, body } = await write('PATCH', id, { state: to });
          assert.deepEqual([status, body.state, body.version], [200, to, 2], `${from} → ${to}`);
          assert.equal(body.closed_at, to === 'closed' ? now() : null, `${from} → ${to}`);
          assert.equal(body.updated_at, now());
        }
      }
    });

    it('200 changes nothing when a closed ticket is closed again; other edits keep the time', async () => {
      const closed = await create({ state: 'closed' });
      api().clock.advance(1000);
      assert.deepEqual((await write('PATCH', closed.id, { state: 'closed' })).body, closed);
      assert.deepEqual((await write('PUT', closed.id, { subject: 'Door', state: 'closed' })).body, closed);
      for (const method of ['PATCH', 'PUT']) {
        const { body } = await write(method, closed.id, { subject: `Gate by ${method}`, state: 'closed' });
        assert.deepEqual([body.closed_at, body.updated_at], [closed.closed_at, now()], method);
      }
    });

    it('200 sets a new time when closed again, and null for a PUT without a state', async () => {
      const { id } = await create({ state: 'closed' });
      api().clock.advance(1000);
      assert.equal((await write('PUT', id, { subject: 'Door' })).body.closed_at, null);
      api().clock.advance(1000);
      assert.equal((await write('PUT', id, { subject: 'Door', state: 'closed' })).body.closed_at, now());
    });
  });
});
