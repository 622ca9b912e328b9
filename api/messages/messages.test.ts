import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';

const createTicket = async (api: TestApi, body: Record<string, unknown> = {}): Promise<Ticket> =>
  (
    await api.call<Ticket>('POST', '/v1/tickets', {
      body: { subject: 'Thread', customer_name: 'Ines Haddad', ...body },
    })
  ).body;

const add = async (api: TestApi, ticketId: string, body: Record<string, unknown>): Promise<Message> => {
  const response = await api.call<Message>('POST', `/v1/tickets/${ticketId}/messages`, { body });
  assert.equal(response.status, 201);
  return response.body;
};

const read = async (api: TestApi, id: string): Promise<Ticket> =>
  (await api.call<Ticket>('GET', `/v1/tickets/${id}`)).body;

forEachApi(api => {
  describe('POST /tickets/{ticket_id}/messages', () => {
    it('201 with the default author; the ticket counts it', async () => {
      const { id } = await createTicket(api());
      const out = await add(api(), id, { body: 'We are on it.' });
      assert.equal(out.author_name, api().people.agent.name);
      assert.equal(out.url, `${api().url}/v1/tickets/${id}/messages/${out.id}`);
      const ticket = await read(api(), id);
      assert.deepEqual(
        [ticket.version, ticket.messages_count, ticket.last_message_at, ticket.awaiting_reply],
        [2, 1, out.created_at, false],
      );
      const back = await add(api(), id, { body: 'Thanks!', direction: 'in' });
      assert.equal(back.author_name, 'Ines Haddad');
      const nameless = await createTicket(api(), { customer_name: '' });
      assert.equal((await add(api(), nameless.id, { body: 'Hello', direction: 'in' })).author_name, 'Customer');
      assert.equal((await read(api(), id)).awaiting_reply, true);
    });

    it('201 reopens a closed ticket for a message from the customer, not for a note', async () => {
      const { id } = await createTicket(api(), { state: 'closed' });
      await add(api(), id, { body: 'For the record.', type: 'note' });
      assert.equal((await read(api(), id)).state, 'closed');
      await add(api(), id, { body: 'It happened again.', direction: 'in' });
      const ticket = await read(api(), id);
      assert.deepEqual([ticket.state, ticket.closed_at, ticket.awaiting_reply], ['open', null, true]);
    });

    it('422 for an empty body', async () => {
      const { id } = await createTicket(api());
      const response = await api().call('POST', `/v1/tickets/${id}/messages`, { body: { body: '' } });
      assert.deepEqual([response.status, response.body.errors?.map(({ field }) => field)], [422, ['body']]);
      assert.equal((await read(api(), id)).messages_count, 0);
    });

    it('404 for an unknown ticket, 410 for a deleted one', async () => {
      const { id } = await createTicket(api());
      await api().call('DELETE', `/v1/tickets/${id}`);
      const deleted = await api().call('POST', `/v1/tickets/${id}/messages`, { body: { body: 'x' } });
      assert.deepEqual([deleted.status, deleted.body.code], [410, 41001]);
      const unknown = await api().call('POST', '/v1/tickets/nowhere/messages', { body: { body: 'x' } });
      assert.deepEqual([unknown.status, unknown.body.code], [404, 40401]);
    });
  });

  describe('GET /tickets/{ticket_id}/messages', () => {
    it('200 lists the oldest first', async () => {
      const { id } = await createTicket(api());
      for (const body of ['one', 'two', 'three']) await add(api(), id, { body });
      const response = await api().call<Message[]>('GET', `/v1/tickets/${id}/messages?count=true`);
      assert.deepEqual(
        response.body.map(({ body }) => body),
        ['one', 'two', 'three'],
      );
      assert.equal(response.headers.get('x-total-count'), '3');
    });
  });

  describe('GET /tickets/{ticket_id}/messages/{message_id}', () => {
    it('404 under another ticket', async () => {
      const [one, other] = [await createTicket(api()), await createTicket(api())];
      const message = await add(api(), one.id, { body: 'mine' });
      assert.equal((await api().call('GET', `/v1/tickets/${one.id}/messages/${message.id}`)).status, 200);
      const response = await api().call('GET', `/v1/tickets/${other.id}/messages/${message.id}`);
      assert.deepEqual([response.status, response.body.code], [404, 40402]);
    });
  });

  describe('PUT /tickets/{ticket_id}/messages/{message_id}', () => {
    it('200 restores the default author for any sender when the name is omitted', async () => {
      const { id } = await createTicket(api());
      const sent = { body: 'We are on it.' };
      const message = await add(api(), id, { ...sent, author_name: 'Night shift' });
      const named = await api().call<Message>('PUT', message.url, { body: sent, as: 'admin' });
      assert.deepEqual([named.body.version, named.body.author_name], [2, api().people.agent.name]);
      const again = await api().call<Message>('PUT', message.url, { body: sent, as: 'admin' });
      assert.deepEqual([again.status, again.body], [200, named.body]);
      const fromCustomer = await api().call<Message>('PATCH', message.url, {
        body: { author_name: null, direction: 'in' },
      });
      assert.equal(fromCustomer.body.author_name, 'Ines Haddad');
    });
  });

  describe('PATCH /tickets/{ticket_id}/messages/{message_id}', () => {
    it('200; the search finds only the new words', async () => {
      const { id } = await createTicket(api());
      const message = await add(api(), id, { body: 'quokka' });
      const response = await api().call<Message>('PATCH', `/v1/tickets/${id}/messages/${message.id}`, {
        body: { body: 'wombat' },
      });
      assert.deepEqual([response.status, response.body.version, response.body.body], [200, 2, 'wombat']);
      assert.equal((await api().call<Ticket[]>('GET', '/v1/tickets?q=quokka')).body.length, 0);
      assert.equal((await api().call<Ticket[]>('GET', '/v1/tickets?q=wombat')).body.length, 1);
      assert.equal((await read(api(), id)).version, 3);
    });
  });

  describe('DELETE /tickets/{ticket_id}/messages/{message_id}', () => {
    it('204, then 410; the ticket no longer counts it', async () => {
      const { id } = await createTicket(api());
      const message = await add(api(), id, { body: 'oops, numbat' });
      const address = `/v1/tickets/${id}/messages/${message.id}`;
      assert.equal((await api().call('DELETE', address)).status, 204);
      const response = await api().call('GET', address);
      assert.deepEqual([response.status, response.body.code], [410, 41002]);
      const ticket = await read(api(), id);
      assert.deepEqual([ticket.messages_count, ticket.last_message_at, ticket.version], [0, null, 3]);
      assert.equal((await api().call<Ticket[]>('GET', '/v1/tickets?q=numbat')).body.length, 0);
    });
  });
});
