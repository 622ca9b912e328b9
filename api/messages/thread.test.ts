import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Message, Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';

type Summary = Pick<Ticket, 'state' | 'awaiting_reply' | 'messages_count' | 'version'>;

forEachApi(api => {
  before(() => api().clock.freeze());
  const create = async (body: object = {}) =>
    (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Thread', ...body } })).body.id;
  const read = async (id: string) => (await api().call<Ticket>('GET', `/v1/tickets/${id}`)).body;
  const summary = async (id: string): Promise<Summary> => {
    const { state, awaiting_reply, messages_count, version } = await read(id);
    return { state, awaiting_reply, messages_count, version };
  };
  const add = async (id: string, body: object = {}) => {
    api().clock.advance(1000);
    return (await api().call<Message>('POST', `/v1/tickets/${id}/messages`, { body: { body: 'Text', ...body } })).body;
  };
  const write = (method: string, { ticket_id, id }: Message, body?: object) => {
    api().clock.advance(1000);
    return api().call<Message>(method, `/v1/tickets/${ticket_id}/messages/${id}`, body ? { body } : {});
  };

  describe('the state of a ticket after a message', () => {
    it('201 reopens a pending or closed ticket when a POST or PUT adds a message from the customer', async () => {
      for (const state of ['pending', 'closed']) {
        const id = await create({ state });
        await add(id, { direction: 'in' });
        assert.deepEqual(await summary(id), { state: 'open', awaiting_reply: true, messages_count: 1, version: 2 });
        assert.equal((await read(id)).closed_at, null);
        const other = await create({ state });
        await api().call('PUT', `/v1/tickets/${other}/messages/mail-1`, { body: { body: 'Text', direction: 'in' } });
        assert.equal((await read(other)).state, 'open');
      }
    });

    it('201 keeps the state for a reply or a note of an agent', async () => {
      for (const state of ['open', 'pending', 'closed']) {
        const id = await create({ state });
        await add(id, { direction: 'out' });
        await add(id, { type: 'note' });
        assert.deepEqual(await summary(id), { state, awaiting_reply: false, messages_count: 2, version: 3 });
      }
    });

    it('200 for an edit of an old message, and its ticket stays closed', async () => {
      const id = await create();
      const message = await add(id, { direction: 'in' });
      await api().call('PATCH', `/v1/tickets/${id}`, { body: { state: 'closed' } });
      await write('PATCH', message, { body: 'Corrected' });
      assert.equal((await read(id)).state, 'closed');
    });
  });

  describe('awaiting_reply', () => {
    it('is true for an open ticket without a reply, regardless of notes', async () => {
      const id = await create();
      await add(id, { type: 'note' });
      await add(id, { type: 'note', direction: 'in' });
      assert.equal((await read(id)).awaiting_reply, true);
    });

    it('depends on the direction of the last reply and ignores notes', async () => {
      const id = await create();
      const steps = [
        ['out', false],
        ['in', true],
        ['out', false],
        ['in', true],
      ] as const;
      for (const [direction, awaiting] of steps) {
        await add(id, { direction });
        assert.equal((await read(id)).awaiting_reply, awaiting);
        await add(id, { type: 'note', direction: direction === 'in' ? 'out' : 'in' });
        assert.equal((await read(id)).awaiting_reply, awaiting, 'after a note');
      }
    });

    it('changes when the last reply is edited or deleted', async () => {
      const id = await create();
      await add(id, { direction: 'in' });
      const ours = await add(id);
      assert.equal((await read(id)).awaiting_reply, false);
      await write('PATCH', ours, { type: 'note' });
      assert.equal((await read(id)).awaiting_reply, true);
      await write('PATCH', ours, { type: 'reply' });
      assert.equal((await read(id)).awaiting_reply, false);
      await write('PATCH', ours, { direction: 'in' });
      assert.equal((await read(id)).awaiting_reply, true);
      await write('PUT', ours, { body: 'Ours again' });
      assert.equal((await read(id)).awaiting_reply, false);
      await write('DELETE', ours);
      assert.equal((await read(id)).awaiting_reply, true);
    });

    it('is false while the ticket is pending or closed, and is restored on reopening', async () => {
      const id = await create();
      await add(id, { direction: 'in' });
      for (const [state, awaiting] of [
        ['pending', false],
        ['closed', false],
        ['open', true],
      ] as const) {
        const { body } = await api().call<Ticket>('PATCH', `/v1/tickets/${id}`, { body: { state } });
        assert.equal(body.awaiting_reply, awaiting, state);
      }
    });
  });

  describe('any edit of a message', () => {
    it('200 and 204 update the version, times and counts of the ticket', async () => {
      const id = await create();
      const first = await add(id);
      const second = await add(id, { type: 'note' });
      assert.equal((await read(id)).last_message_at, second.created_at);
      const changed = await write('PATCH', first, { body: 'Better' });
      const ticket = await read(id);
      assert.deepEqual([ticket.version, ticket.messages_count, ticket.updated_at], [4, 2, changed.body.updated_at]);
      assert.equal(ticket.last_message_at, second.created_at);
      await write('DELETE', second);
      const shorter = await read(id);
      assert.deepEqual([shorter.version, shorter.messages_count], [5, 1]);
      assert.equal(shorter.last_message_at, first.created_at);
      await write('DELETE', first);
      const empty = await read(id);
      assert.deepEqual([empty.version, empty.messages_count, empty.last_message_at], [6, 0, null]);
    });

    it('200 without a change, and 4xx, leave the ticket unchanged', async () => {
      const id = await create();
      const message = await add(id);
      const before = await read(id);
      for (const [method, body, status] of [
        ['PATCH', {}, 200],
        ['PATCH', { body: 'Text', type: 'reply' }, 200],
        ['PUT', { body: 'Text' }, 200],
        ['PUT', message, 200],
        ['PATCH', { body: '' }, 422],
        ['PATCH', { version: 7, body: 'Late' }, 409],
      ] as const) {
        assert.equal((await write(method, message, body)).status, status);
        assert.deepEqual(await read(id), before);
      }
    });

    it('200 and 204 update the ticket search index', async () => {
      const message = await add(await create(), { body: 'quokka' });
      const finds = async (q: string) => (await api().call<Ticket[]>('GET', `/v1/tickets?q=${q}`)).body.length;
      assert.deepEqual([await finds('quokka'), await finds('wombat')], [1, 0]);
      await write('PATCH', message, { body: 'wombat' });
      assert.deepEqual([await finds('quokka'), await finds('wombat')], [0, 1]);
      await write('DELETE', message);
      assert.deepEqual([await finds('quokka'), await finds('wombat')], [0, 0]);
    });
  });

  describe('the thread of a ticket', () => {
    it('200 lists the oldest message first, with the total', async () => {
      const id = await create();
      for (const body of ['one', 'two', 'three']) await add(id, { body });
      const { body, headers } = await api().call<Message[]>('GET', `/v1/tickets/${id}/messages?count=true`);
      assert.deepEqual(
        [body.map(message => message.body), headers.get('x-total-count')],
        [['one', 'two', 'three'], '3'],
      );
    });

    it('404 for a message to an unknown ticket', async () => {
      const { status, body } = await api().call('POST', '/v1/tickets/nowhere/messages', { body: { body: 'x' } });
      assert.deepEqual([status, body.code], [404, 40401]);
    });
  });
});
