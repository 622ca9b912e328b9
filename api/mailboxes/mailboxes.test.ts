import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mailbox, MailboxStatuses, Person, Ticket } from '#contract';
import { recordLastMail, setMailboxState } from '../database/mailbox-states.ts';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const as = 'admin';
let count = 0;
const newAddress = () => `box-${count++}@desk.example`;

forEachApi(api => {
  const post = (body: object) =>
    api().call<Mailbox>('POST', '/v1/mailboxes', { as, body: { name: 'Support', address: newAddress(), ...body } });
  const patch = (url: string, body: object) => api().call<Mailbox>('PATCH', url, { as, body });
  const getPerson = async (id: string) => (await api().call<Person>('GET', `/v1/people/${id}`)).body;

  describe('POST /mailboxes', () => {
    it('201 with defaults, and creates the person who is the author of incoming mail', async () => {
      const { status, headers, body } = await post({ name: 'Support', address: 'Support@desk.example' });
      assert.deepEqual([status, headers.get('location')], [201, body.url]);
      assert.partialDeepStrictEqual(body, {
        ...{ name: 'Support', address: 'Support@desk.example', aliases: [], enabled: true, transport: 'capture' },
        ...{ signature: '', default_assignee_id: null, default_tags: [], subject_threading: false },
        ...{ new_ticket_after_days: 30, acknowledgement: null, version: 1 },
      });
      assert.partialDeepStrictEqual(await getPerson(body.person_id), {
        ...{ name: 'Support', email: `mailbox-${body.person_id}@stardesk.invalid`, kind: 'mailbox' },
        ...{ role: 'viewer', disabled: false },
      });
    });

    it('422 for an address or alias that another mailbox has or that occurs twice, ignoring case', async () => {
      await post({ address: 'Taken@desk.example', aliases: ['also@desk.example'] });
      for (const [body, field] of [
        [{ address: 'taken@DESK.example' }, 'address'],
        [{ address: 'ALSO@desk.example' }, 'address'],
        [{ aliases: [newAddress(), 'tAken@desk.example'] }, 'aliases[1]'],
        [{ address: 'own@desk.example', aliases: ['OWN@desk.example'] }, 'aliases'],
        [{ aliases: ['a@desk.example', 'A@desk.example'] }, 'aliases'],
      ] as const)
        assert.deepEqual(getStatusAndFieldErrors(await post(body)), [422, [[field, 1010]]], JSON.stringify(body));
    });

    it('201 for one of two concurrent requests with the same address, 422 for the other request', async () => {
      const address = newAddress();
      const responses = await Promise.all([post({ address }), post({ address })]);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 422]);
    });

    it('422 for unknown placeholders, an unknown person, and smtp without a server', async () => {
      const response = await post({
        ...{ signature: '{agent name} {agent nam}', acknowledgement: 'Hello {agent name}' },
        ...{ default_assignee_id: '999', new_ticket_after_days: 0 },
      });
      const expected = {
        signature: 1005,
        new_ticket_after_days: 1009,
        acknowledgement: 1005,
        default_assignee_id: 1013,
      };
      assert.deepEqual(getStatusAndFieldErrors(response), [422, Object.entries(expected)]);
      const smtp = await post({ transport: 'smtp' });
      assert.deepEqual(getStatusAndFieldErrors(smtp), [422, [['transport', 1005]]]);
    });
  });

  describe('PATCH /mailboxes/{mailbox_id}', () => {
    it('200 also renames the person of the mailbox; a change of only the letter case of the address is allowed', async () => {
      const { url, person_id, address } = (await post({})).body;
      const { status, body } = await patch(url, { name: 'Sales', address: address.toUpperCase() });
      assert.deepEqual([status, body.name, body.address, body.version], [200, 'Sales', address.toUpperCase(), 2]);
      assert.partialDeepStrictEqual(await getPerson(person_id), { name: 'Sales', version: 2 });
    });
  });

  describe('DELETE /mailboxes/{mailbox_id}', () => {
    it('204, then 410; the tickets keep the id of the mailbox, its person remains, and its address is free', async () => {
      const { id, url, person_id, address } = (await post({})).body;
      const ticket = await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A', mailbox_id: id } });
      assert.equal((await api().call('DELETE', url, { as })).status, 204);
      assert.equal((await api().call('GET', url)).body.code, 41005);
      assert.equal((await api().call('GET', `${url}/connection`, { as })).body.code, 41005);
      const { body } = await api().call<Ticket>('GET', ticket.body.url);
      assert.equal(body.mailbox_id, id);
      assert.equal((await api().call('PUT', ticket.body.url, { body })).status, 200);
      assert.equal((await getPerson(person_id)).kind, 'mailbox');
      assert.equal((await post({ address })).status, 201);
    });
  });

  describe('GET /mailbox_statuses', () => {
    it('200 with the state of each mailbox; 304 until a state changes', async () => {
      const { id } = (await post({})).body;
      const get = (headers = {}) => api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses', { headers });
      const { headers, body } = await get();
      const status = body.statuses.find(each => each.mailbox_id === id);
      const ok = { state: 'ok', error: null };
      assert.partialDeepStrictEqual(status, { inbound: ok, outbound: ok, last_mail_at: null });
      assert.deepEqual(body.problems, { incoming: 0, outgoing: 0 });
      const etag = headers.get('etag') ?? '';
      assert.equal((await get({ 'If-None-Match': etag })).status, 304);
      const now = api().clock.now();
      await api().database.transaction(async writes => {
        const row = await writes.selectFrom('mailboxes').select('n').where('id', '=', id).executeTakeFirstOrThrow();
        await recordLastMail(writes, row.n, now);
        for (const time of [now, now + 1000])
          await setMailboxState(writes, row.n, 'outbound', { state: 'paused', error: '535 No', now: time });
      });
      const changed = (await get({ 'If-None-Match': etag })).body.statuses.find(each => each.mailbox_id === id);
      const since = new Date(now).toISOString();
      assert.deepEqual(changed?.outbound, { state: 'paused', since, error: '535 No' });
      assert.equal(changed?.last_mail_at, since);
    });

    it('200 without the failures of a disabled mailbox', async () => {
      const { id, url } = (await post({})).body;
      await api().database.transaction(async writes => {
        const row = await writes.selectFrom('mailboxes').select('n').where('id', '=', id).executeTakeFirstOrThrow();
        const failure = { state: 'paused', error: '535 No', now: api().clock.now() } as const;
        await setMailboxState(writes, row.n, 'outbound', failure);
      });
      await patch(url, { enabled: false });
      const { statuses } = (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body;
      const status = statuses.find(each => each.mailbox_id === id);
      assert.partialDeepStrictEqual(status?.outbound, { state: 'ok', error: null });
    });
  });

  describe('the waiting deliveries of a mailbox', () => {
    it('200 with their number until they are captured', async () => {
      const { id } = (await post({})).body;
      const ticket = { subject: 'A', customer_email: 'ada@desk.example', mailbox_id: id };
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: ticket })).body;
      const countWaiting = async () => {
        const { statuses } = (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body;
        return statuses.find(each => each.mailbox_id === id)?.waiting_deliveries;
      };
      assert.equal(await countWaiting(), 0);
      for (const body of ['One', 'Two']) await api().call('POST', `${url}/messages`, { body: { body } });
      assert.equal(await countWaiting(), 2);
      await api().runJobs();
      assert.equal(await countWaiting(), 0);
    });
  });

  describe('the person of a mailbox', () => {
    it('405 for changes; 422 for a ticket assigned to the person; listed only with `kind`', async () => {
      const { person_id: id } = (await post({})).body;
      const change = await api().call('PATCH', `/v1/people/${id}`, { as, body: { password: 'long enough for it' } });
      assert.deepEqual([change.status, change.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      const assigned = await api().call('POST', '/v1/tickets', { body: { subject: 'A', assignee_id: id } });
      assert.deepEqual(getStatusAndFieldErrors(assigned), [422, [['assignee_id', 1013]]]);
      const list = async (query: string) => {
        const { headers, body } = await api().call<Person[]>('GET', `/v1/people?per_page=100&count=true&${query}`);
        assert.equal(headers.get('x-total-count'), String(body.length));
        return body.map(person => person.id);
      };
      assert.deepEqual([(await list('')).includes(id), (await list('kind=person')).length], [false, 3]);
      const ofMailboxes = await list('kind=mailbox,system');
      assert.deepEqual(await list('kind=mailbox,person'), [...(await list('')), ...ofMailboxes]);
    });

    it('422 for a person with an address in the domain of mailboxes', async () => {
      const body = { name: 'A', email: 'mailbox-99@Stardesk.invalid' };
      const response = await api().call('POST', '/v1/people', { as, body });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['email', 1015]]]);
    });
  });
});
