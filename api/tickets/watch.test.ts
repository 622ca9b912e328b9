import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Message, Ticket, Watchers } from '#contract';
import type { Role } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

forEachApi(api => {
  const create = async (body: object = {}, as: Role = 'agent') =>
    (await api().call<Ticket>('POST', '/v1/tickets', { as, body: { subject: 'Watched', ...body } })).body;
  const watch = (id: string, method = 'PUT', as: Role = 'agent') =>
    api().call(method, `/v1/tickets/${id}/watch`, { as });
  const post = (id: string, body: object, as: Role = 'agent') =>
    api().call<Message>('POST', `/v1/tickets/${id}/messages`, { as, body: { body: 'Text', ...body } });
  const note = (id: string, mentions: string[]) => post(id, { type: 'note', mentions }, 'admin');
  const listNames = async (id: string) =>
    (await api().call<Watchers>('GET', `/v1/tickets/${id}/watchers`)).body.watchers.map(({ name }) => name);
  const listIds = async (query: string, as: Role) =>
    (await api().call<Ticket[]>('GET', `/v1/tickets?${query}`, { as })).body.map(({ id }) => id);
  const getName = (role: Role) => api().people[role].name;
  const idOf = (role: Role) => api().people[role].id;

  describe('watching a ticket', () => {
    it('204 for PUT, GET and DELETE by every role, even repeated; 404 for GET if the person does not watch the ticket', async () => {
      const { id } = await create();
      const readTicket = async () => (await api().call('GET', `/v1/tickets/${id}`)).text;
      const unwatched = await readTicket();
      for (const as of ['viewer', 'agent', 'admin'] as const) {
        for (const [method, status] of [
          ['GET', 404],
          ['PUT', 204],
          ['PUT', 204],
          ['GET', 204],
          ['DELETE', 204],
          ['DELETE', 204],
          ['GET', 404],
        ] as const)
          assert.equal((await watch(id, method, as)).status, status, `${method} by ${as}`);
        assert.equal((await watch(id, 'GET', as)).body.code, 40417);
      }
      assert.equal(await readTicket(), unwatched);
    });

    it('404 for an unknown ticket, 410 for a deleted ticket and for its list of watchers', async () => {
      const { id, url } = await create();
      await watch(id);
      await api().call('DELETE', url);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        assert.equal((await watch('never', method)).body.code, 40401, method);
        assert.equal((await watch(id, method)).body.code, 41001, method);
      }
      assert.equal((await api().call('GET', `${url}/watchers`)).body.code, 41001);
    });

    it('starts with a reply, a note, an assignment or a mention', async () => {
      const { id } = await create();
      assert.deepEqual(await listNames(id), []);
      await post(id, {});
      assert.deepEqual(await listNames(id), [getName('agent')]);
      await note(id, [idOf('viewer')]);
      assert.deepEqual((await listNames(id)).sort(), (['agent', 'admin', 'viewer'] as const).map(getName).sort());
      const assigned = await create({ assignee_id: idOf('viewer') });
      assert.deepEqual(await listNames(assigned.id), [getName('viewer')]);
      await api().call('PATCH', assigned.url, { body: { assignee_id: idOf('admin') } });
      assert.deepEqual(await listNames(assigned.id), [getName('viewer'), getName('admin')]);
    });

    it('does not start with an import, with mail, or with a message on behalf of the customer', async () => {
      const put = (path: string, body: object) => api().call<Ticket>('PUT', path, { body });
      const { body: imported } = await put('/v1/tickets/import-1', { subject: 'Old', assignee_id: idOf('viewer') });
      const mentions = [idOf('admin')];
      await put(`${imported.url}/messages/import-2`, { body: 'Old', type: 'note', mentions });
      await post(imported.id, { direction: 'in' });
      assert.deepEqual(await listNames(imported.id), []);
      const mailbox = { name: 'Post', address: 'watch@desk.example', default_assignee_id: idOf('agent') };
      const { url } = (await api().call<Ticket>('POST', '/v1/mailboxes', { as: 'admin', body: mailbox })).body;
      const text = 'From: bo@desk.example\r\nSubject: By mail\r\n\r\nHello';
      await api().call('POST', `${url}/mails`, { text, type: mailMediaType });
      await api().runJobs();
      const [mailed = ''] = await listIds('customer_email=bo@desk.example', 'agent');
      assert.deepEqual(await listNames(mailed), []);
    });

    it('stops with a DELETE until the next mention', async () => {
      const { id } = await create({ assignee_id: idOf('agent') });
      await watch(id, 'DELETE');
      await post(id, {});
      await post(id, { type: 'note' });
      for (const assignee_id of [null, idOf('agent')])
        await api().call('PATCH', `/v1/tickets/${id}`, { body: { assignee_id } });
      assert.deepEqual(await listNames(id), []);
      const { url } = (await note(id, [])).body;
      for (const mention of [
        () => note(id, [idOf('agent')]),
        () => api().call('PATCH', url, { as: 'admin', body: { mentions: [idOf('agent')] } }),
      ]) {
        assert.deepEqual(await listNames(id), [getName('admin')]);
        await mention();
        assert.deepEqual(await listNames(id), [getName('admin'), getName('agent')]);
        await watch(id, 'DELETE');
      }
    });

    it('the list of watchers omits disabled people', async () => {
      const person = { name: 'Away', email: 'away@desk.example' };
      const away = (await api().call<Ticket>('POST', '/v1/people', { as: 'admin', body: person })).body;
      const { id } = await create({ assignee_id: away.id });
      assert.deepEqual(await listNames(id), ['Away']);
      await api().call('PATCH', away.url, { as: 'admin', body: { disabled: true } });
      assert.deepEqual(await listNames(id), []);
    });
  });

  describe('the watched tickets', () => {
    it('200 with the caller’s watched tickets in list order and an exact count; other filters apply', async () => {
      const [first, second, third] = [
        await create(),
        await create({ tags: ['a'] }),
        await create({ priority: 'high' }),
      ];
      for (const { id } of [first, second, third]) await watch(id, 'PUT', 'viewer');
      await watch(first.id, 'DELETE', 'viewer');
      const listed = await listIds('watching=true&sort=created_at', 'viewer');
      assert.deepEqual(listed.slice(-2), [second.id, third.id]);
      assert.ok(!listed.includes(first.id));
      assert.deepEqual(await listIds('watching=true&tag=a', 'viewer'), [second.id]);
      assert.deepEqual(await listIds('watching=true&priority=high&q=watched', 'viewer'), [third.id]);
      const counted = await api().call('GET', '/v1/tickets?watching=true&tag=a&count=true', { as: 'viewer' });
      assert.equal(counted.headers.get('x-total-count'), '1');
      assert.deepEqual(await listIds('watching=true&tag=a', 'admin'), []);
    });

    it('304 until the caller’s own watches change', async () => {
      const { id } = await create();
      const path = '/v1/tickets?watching=true';
      const headers = { 'If-None-Match': (await api().call('GET', path)).headers.get('etag') ?? '' };
      await watch(id, 'PUT', 'admin');
      assert.equal((await api().call('GET', path, { headers })).status, 304);
      await watch(id);
      assert.equal((await api().call('GET', path, { headers })).status, 200);
    });
  });

  describe('the mentions of a note', () => {
    let ticket: Ticket;
    before(async () => {
      ticket = await create();
    });

    it('201 with the ids, which a PATCH changes and an event shows', async () => {
      const { url, ...created } = (await note(ticket.id, [idOf('viewer')])).body;
      assert.deepEqual(created.mentions, [idOf('viewer')]);
      const mentions = [idOf('viewer'), idOf('agent')];
      const changed = await api().call<Message>('PATCH', url, { body: { mentions } });
      assert.deepEqual(changed.body.mentions, mentions);
      const [event] = (await api().call<{ changes: object }[]>('GET', `/v1/events?ticket_id=${ticket.id}`)).body;
      assert.deepEqual(event?.changes, { mentions: { old: [idOf('viewer')], new: mentions } });
      const unchanged = await api().call<Message>('PATCH', url, { body: { body: 'Other' } });
      assert.deepEqual(unchanged.body.mentions, mentions);
      const replaced = await api().call<Message>('PUT', url, { body: { body: 'Other', type: 'note' } });
      assert.deepEqual(replaced.body.mentions, []);
    });

    it('422 in a reply, even if a note becomes a reply', async () => {
      const mentions = [idOf('viewer')];
      assert.deepEqual(getStatusAndFieldErrors(await post(ticket.id, { mentions })), [422, [['mentions', 1005]]]);
      const { url } = (await note(ticket.id, mentions)).body;
      const changed = await api().call('PATCH', url, { body: { type: 'reply' } });
      assert.deepEqual(getStatusAndFieldErrors(changed), [422, [['mentions', 1005]]]);
    });

    it('422 with the index of an unknown or disabled person, for a repeated person, and for more than 20 people', async () => {
      const disabled = { name: 'Left', email: 'left@desk.example', disabled: true };
      const left = (await api().call<{ id: string }>('POST', '/v1/people', { as: 'admin', body: disabled })).body.id;
      const me = idOf('agent');
      for (const [mentions, error] of [
        [
          [me, 'nobody'],
          ['mentions[1]', 1013],
        ],
        [[left], ['mentions[0]', 1013]],
        [
          [me, me],
          ['mentions', 1010],
        ],
        [Array.from({ length: 21 }, (_, index) => String(index)), ['mentions', 1004]],
      ] as const)
        assert.deepEqual(getStatusAndFieldErrors(await note(ticket.id, [...mentions])), [422, [error]]);
    });

    it('201 with 20 people', async () => {
      const addPerson = async (_: unknown, index: number) => {
        const body = { name: `Person ${index}`, email: `person-${index}@desk.example` };
        return (await api().call<Ticket>('POST', '/v1/people', { as: 'admin', body })).body.id;
      };
      const mentions = await Promise.all(Array.from({ length: 20 }, addPerson));
      assert.deepEqual((await note(ticket.id, mentions)).body.mentions, mentions);
    });

    it('200 for a change of a note whose mentioned person was disabled meanwhile', async () => {
      const person = { name: 'Leaves', email: 'leaves@desk.example' };
      const { id, url } = (await api().call<Ticket>('POST', '/v1/people', { as: 'admin', body: person })).body;
      const message = (await note(ticket.id, [id])).body;
      await api().call('PATCH', url, { as: 'admin', body: { disabled: true } });
      const body = { body: 'Other', mentions: [id] };
      assert.equal((await api().call('PATCH', message.url, { body })).status, 200);
    });
  });
});
