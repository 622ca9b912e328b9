import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Event, Gist, Message, Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';

const create = async <Body>(api: TestApi, path: string, body: object): Promise<Body> =>
  (await api.call<Body>('POST', path, { body })).body;

const createTicket = (api: TestApi, body = {}) => create<Ticket>(api, '/v1/tickets', { subject: 'Printer', ...body });

/** Reads the events of a ticket, oldest first. */
const getTicketLog = async (api: TestApi, ticketId: string): Promise<Event[]> =>
  (await api.call<Event[]>('GET', `/v1/events?ticket_id=${ticketId}`)).body.reverse();

const getTypes = (events: Event[]): string[] => events.map(({ type }) => type);

forEachApi(api => {
  describe('the log of a ticket', () => {
    it('200 with the creator, the time and every initial value that is not empty', async () => {
      const ticket = await createTicket(api(), { priority: 'high', tags: ['vip'], description: 'x'.repeat(2000) });
      const [event, ...others] = await getTicketLog(api(), ticket.id);
      assert.deepEqual(others, []);
      assert.ok(event);
      const { id, client_id, changes, ...rest } = event;
      assert.match(id, /^[1-9][0-9]*$/);
      assert.equal(typeof client_id, 'string');
      assert.deepEqual(rest, {
        type: 'ticket.created',
        resource: 'ticket',
        resource_id: ticket.id,
        ticket_id: ticket.id,
        version: 1,
        person_id: api().people.agent.id,
        created_at: ticket.created_at,
      });
      assert.deepEqual(changes['priority'], { old: null, new: 'high' });
      assert.deepEqual(changes['tags'], { old: null, new: ['vip'] });
      const sha256 = createHash('sha256').update('x'.repeat(2000)).digest('hex');
      assert.deepEqual(changes['description'], { old: null, new: { length: 2000, sha256 } });
      assert.equal('customer_name' in changes, false);
    });

    it('200 with one event per effective change, and none for a failed or empty change', async () => {
      const { id } = await createTicket(api());
      const change = (body: object) => api().call('PATCH', `/v1/tickets/${id}`, { body, as: 'admin' });
      for (const body of [{ priority: 'low' }, {}, { priority: 'low' }, { state: 'pending' }, { state: 'open' }])
        assert.equal((await change(body)).status, 200);
      await change({ state: 'closed', subject: 'Printers' });
      await change({ state: 'closed' });
      assert.equal((await change({ version: 1, subject: 'Late' })).status, 409);
      assert.equal((await change({ priority: 'none' })).status, 422);
      const same = await api().call<Ticket>('GET', `/v1/tickets/${id}`);
      assert.equal((await api().call('PUT', `/v1/tickets/${id}`, { body: same.body })).status, 200);
      const log = await getTicketLog(api(), id);
      assert.deepEqual(getTypes(log), [
        'ticket.created',
        'ticket.updated',
        'ticket.updated',
        'ticket.reopened',
        'ticket.closed',
      ]);
      assert.deepEqual(
        log.map(({ version }) => version),
        [1, 2, 3, 4, 5],
      );
      assert.deepEqual(log.at(-1)?.changes, {
        subject: { old: 'Printer', new: 'Printers' },
        state: { old: 'open', new: 'closed' },
      });
      assert.equal(log.at(-1)?.person_id, api().people.admin.id);
    });

    it('200 includes message events, and a reopened event when a customer writes to a closed ticket', async () => {
      const { id } = await createTicket(api(), { state: 'closed' });
      const thread = `/v1/tickets/${id}/messages`;
      const note = await create<Message>(api(), thread, { body: 'Look', type: 'note' });
      await create(api(), thread, { body: 'Again', direction: 'in' });
      await create(api(), thread, { body: 'And again', direction: 'in' });
      await api().call('PATCH', `${thread}/${note.id}`, { body: { body: 'Looked' } });
      const log = await getTicketLog(api(), id);
      assert.deepEqual(getTypes(log), [
        'ticket.created',
        'message.created',
        'message.created',
        'ticket.reopened',
        'message.created',
        'message.updated',
      ]);
      assert.deepEqual(log[3]?.changes, { state: { old: 'closed', new: 'open' } });
      assert.equal(log[3]?.version, 3);
      assert.deepEqual(log[5]?.changes, { body: { old: 'Look', new: 'Looked' } });
      assert.deepEqual([log[5]?.resource_id, log[5]?.version], [note.id, 2]);
    });

    it('200 keeps the events of deleted resources, without their values', async () => {
      const { id } = await createTicket(api());
      const { id: messageId } = await create<Message>(api(), `/v1/tickets/${id}/messages`, { body: 'Secret' });
      await api().call('DELETE', `/v1/tickets/${id}/messages/${messageId}`);
      const [opened, ...ofMessage] = await getTicketLog(api(), id);
      assert.deepEqual(getTypes(ofMessage), ['message.created', 'message.deleted']);
      assert.deepEqual(
        ofMessage.map(({ changes }) => changes),
        [{}, {}],
      );
      assert.notDeepEqual(opened?.changes, {});
      await create(api(), `/v1/tickets/${id}/messages`, { body: 'Goes along' });
      await api().call('DELETE', `/v1/tickets/${id}`);
      const log = await getTicketLog(api(), id);
      assert.equal(log.at(-1)?.type, 'ticket.deleted');
      assert.equal(log.length, 5);
      assert.ok(log.every(({ changes }) => Object.keys(changes).length === 0));
    });
  });

  describe('the log of a gist', () => {
    const gistLog = async (id: string, as: 'agent' | 'admin' | 'viewer' = 'agent') => {
      const all = await api().call<Event[]>('GET', '/v1/events?type=gist.created,gist.updated,gist.deleted', { as });
      return all.body.filter(({ resource_id }) => resource_id === id).reverse();
    };
    const createGist = (body: object) =>
      create<Gist>(api(), '/v1/gists', { files: { 'a.txt': { content: 'A' } }, ...body });
    const change = (id: string, body: object) => api().call('PATCH', `/v1/gists/${id}`, { body });

    it('200 with one change per file, and no event for a star', async () => {
      const { id } = await createGist({});
      await change(id, { files: { 'a.txt': null, 'b.txt': { content: 'B' } } });
      await api().call('PUT', `/v1/gists/${id}/star`);
      const log = await gistLog(id, 'viewer');
      assert.deepEqual(getTypes(log), ['gist.created', 'gist.updated']);
      assert.deepEqual(log[1]?.changes, {
        'files.a.txt': { old: 'A', new: null },
        'files.b.txt': { old: null, new: 'B' },
      });
      assert.equal(log[1]?.ticket_id, null);
      await api().call('DELETE', `/v1/gists/${id}`);
      const after = await gistLog(id, 'admin');
      assert.deepEqual(getTypes(after), ['gist.created', 'gist.updated', 'gist.deleted']);
      assert.ok(after.every(({ changes }) => Object.keys(changes).length === 0));
    });

    it('200 omits what another person changed while a gist was private, even after it becomes public', async () => {
      const { id } = await createGist({ public: false, description: 'Private' });
      await change(id, { description: 'Still private' });
      assert.deepEqual(await gistLog(id, 'admin'), []);
      assert.equal((await gistLog(id)).length, 2);
      await change(id, { public: true, description: 'For all' });
      await change(id, { description: 'For everybody' });
      const seen = await gistLog(id, 'admin');
      assert.deepEqual(
        seen.map(({ changes }) => changes),
        [{ description: { old: 'For all', new: 'For everybody' } }],
      );
    });

    it('200 omits all events of a gist after it becomes private, including its deletion', async () => {
      const { id } = await createGist({});
      assert.equal((await gistLog(id, 'viewer')).length, 1);
      await change(id, { public: false });
      assert.deepEqual(await gistLog(id, 'viewer'), []);
      await api().call('DELETE', `/v1/gists/${id}`);
      assert.deepEqual(await gistLog(id, 'viewer'), []);
      assert.equal((await gistLog(id)).length, 3);
    });
  });
});
