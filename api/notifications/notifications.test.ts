import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { pino } from 'pino';
import type { Mail, Mailbox, Message, Notification, Ticket } from '#contract';
import type { Role } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import { appendEvents } from '../database/change-log.ts';
import { setMailboxState } from '../database/mailbox-states.ts';
import { readStoredBytes } from '../database/stored-bytes.ts';
import { addJob } from '../jobs/testing/add-job.ts';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';
import { notify } from './notify.ts';

forEachApi(api => {
  const idOf = (role: Role) => api().people[role].id;
  const create = async (body: object = {}, as: Role = 'agent') =>
    (await api().call<Ticket>('POST', '/v1/tickets', { as, body: { subject: 'Loud', ...body } })).body;
  const post = async ({ url }: Ticket, body: object, as: Role = 'agent') =>
    (await api().call<Message>('POST', `${url}/messages`, { as, body: { body: 'Text', ...body } })).body;
  const mention = (ticket: Ticket, role: Role, as: Role = 'agent') =>
    post(ticket, { type: 'note', mentions: [idOf(role)] }, as);
  const list = async (as: Role, query = '') =>
    (await api().call<Notification[]>('GET', `/v1/notifications?${query}`, { as })).body;
  const runJobs = async () => {
    api().clock.advance(2000);
    await api().runJobs();
  };
  /** Performs an action. Lists the kinds of the notifications that it causes, by the role of the notified person. */
  const kindsAfter = async (act: () => Promise<unknown>): Promise<Partial<Record<Role, string[]>>> => {
    await runJobs();
    const roles = ['viewer', 'agent', 'admin'] as const;
    const earlier = new Map<Role, number>();
    for (const role of roles) earlier.set(role, Number((await list(role))[0]?.id ?? 0));
    await act();
    await runJobs();
    const found: Partial<Record<Role, string[]>> = {};
    for (const role of roles) {
      const kinds = (await list(role))
        .filter(({ id }) => Number(id) > (earlier.get(role) ?? 0))
        .map(({ kind }) => kind);
      if (kinds.length > 0) found[role] = kinds.reverse();
    }
    return found;
  };
  const setPreferences = (body: object, as: Role) => api().call('PUT', '/v1/notification_preferences', { as, body });

  describe('an event notifies', () => {
    it('the new assignee, unless they assigned the ticket to themselves', async () => {
      let ticket = await create();
      const assign = (role: Role, as: Role) =>
        api().call('PATCH', ticket.url, { as, body: { assignee_id: idOf(role) } });
      assert.deepEqual(await kindsAfter(() => assign('viewer', 'agent')), { viewer: ['assigned'] });
      assert.deepEqual(await kindsAfter(() => assign('admin', 'admin')), {});
      assert.deepEqual(
        await kindsAfter(async () => {
          ticket = await create({ assignee_id: idOf('viewer') });
        }),
        { viewer: ['assigned'] },
      );
    });

    it('each person once, when a note mentions them for the first time', async () => {
      const ticket = await create();
      let note = await post(ticket, {});
      assert.deepEqual(
        await kindsAfter(async () => {
          note = await mention(ticket, 'viewer');
        }),
        { viewer: ['mentioned'] },
      );
      const mentions = [idOf('viewer'), idOf('admin'), idOf('agent')];
      const edit = () => api().call('PATCH', note.url, { body: { mentions } });
      assert.deepEqual(await kindsAfter(edit), { admin: ['mentioned'] });
    });

    it('the watchers of a ticket, except the author, when the customer or a colleague writes', async () => {
      const ticket = await create({ customer_email: 'ada@desk.example' });
      await post(ticket, {});
      await api().call('PUT', `${ticket.url}/watch`, { as: 'viewer' });
      assert.deepEqual(await kindsAfter(() => post(ticket, { direction: 'in' }, 'admin')), {
        viewer: ['customer_replied'],
        agent: ['customer_replied'],
      });
      assert.deepEqual(await kindsAfter(() => post(ticket, {})), { viewer: ['colleague_wrote'] });
      assert.deepEqual(await kindsAfter(() => mention(ticket, 'viewer', 'admin')), {
        viewer: ['mentioned'],
        agent: ['colleague_wrote'],
      });
    });

    it('people only of the kinds that they chose, such as new tickets without assignee', async () => {
      await setPreferences({ new_unassigned: { in_app: true, by_mail: false } }, 'viewer');
      assert.deepEqual(await kindsAfter(() => create()), { viewer: ['new_unassigned'] });
      assert.deepEqual(await kindsAfter(() => create({ assignee_id: idOf('agent') })), {});
      await setPreferences({ assigned: { in_app: false, by_mail: false } }, 'viewer');
      assert.deepEqual(await kindsAfter(() => create({ assignee_id: idOf('viewer') })), {});
      assert.deepEqual(await kindsAfter(() => create()), {});
      await setPreferences({}, 'viewer');
    });

    it('the author of a reply that did not arrive', async () => {
      const ticket = await create();
      const { id, version } = await post(ticket, {}, 'admin');
      const fail = () =>
        api().database.transaction(async writes => {
          const actor = { personId: idOf('viewer'), clientId: null, now: api().clock.now() };
          await appendEvents(writes, [{ ...actor, type: 'message.failed', id, version, ticketId: ticket.id }]);
        });
      assert.deepEqual(await kindsAfter(fail), { admin: ['delivery_failed'] });
    });

    it('no person about an import, automatic mail or a gist, or about a message that is already deleted', async () => {
      const ticket = await create();
      await api().call('PUT', `${ticket.url}/watch`, { as: 'viewer' });
      const mentions = [idOf('viewer')];
      const importAll = async () => {
        const body = { body: 'Old', type: 'note', mentions };
        assert.equal((await api().call('PUT', `${ticket.url}/messages/old-1`, { body })).status, 201);
        await api().call('PUT', '/v1/tickets/old-2', { body: { subject: 'Old', assignee_id: idOf('viewer') } });
      };
      assert.deepEqual(await kindsAfter(importAll), {});
      const gist = { public: false, files: { 'a.md': { content: 'Private' } } };
      assert.deepEqual(await kindsAfter(() => api().call('POST', '/v1/gists', { body: gist })), {});
      const body = { name: 'Post', address: 'notify@desk.example', default_assignee_id: idOf('viewer') };
      const { url } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      const receive = (...headers: string[]) => {
        const text = ['From: bo@desk.example', 'Subject: Smoke', ...headers, '', 'Hello'].join('\r\n');
        return api().call('POST', `${url}/mails`, { text, type: mailMediaType });
      };
      const automatic = 'Auto-Submitted: auto-replied';
      assert.deepEqual(await kindsAfter(() => receive(automatic)), {});
      assert.deepEqual(await kindsAfter(() => receive('Message-ID: <1@desk.example>')), { viewer: ['assigned'] });
      const [newest] = (await api().call<Ticket[]>('GET', '/v1/tickets?customer_email=bo@desk.example')).body;
      await api().call('PUT', `${newest?.url}/watch`, { as: 'viewer' });
      const answer = 'In-Reply-To: <1@desk.example>';
      assert.deepEqual(await kindsAfter(() => receive(answer, automatic)), {});
      assert.deepEqual(await kindsAfter(() => receive(answer)), { viewer: ['customer_replied'] });
      const deleteAtOnce = async () => api().call('DELETE', (await mention(ticket, 'viewer')).url);
      assert.deepEqual(await kindsAfter(deleteAtOnce), {});
    });

    it('the mentioned people, even after more events than one run reads', async () => {
      const ticket = await create();
      const mentionAfterOthers = async () => {
        const actor = { personId: idOf('agent'), clientId: null, now: api().clock.now() };
        const other = { ...actor, type: 'gist.updated', id: 'other', version: 1 } as const;
        await api().database.transaction(writes =>
          appendEvents(
            writes,
            Array.from({ length: 250 }, () => other),
          ),
        );
        await mention(ticket, 'viewer');
      };
      assert.deepEqual(await kindsAfter(mentionAfterOthers), { viewer: ['mentioned'] });
    });

    /** Reads the events without storing the notifications yet. */
    const run = () => {
      const { database, clock } = api();
      const signal = new AbortController().signal;
      const context = { database, clock: clock.now, log: pino({ level: 'silent' }), signal };
      const job = { id: '1', kind: 'notify', key: null, payload: {}, attempt: 1, progress: null } as const;
      return notify.run(job, { ...context, setProgress: async () => {} });
    };

    it('no person, if its ticket is deleted while the job runs', async () => {
      const [deleted, ticket] = [await create(), await create()];
      await runJobs();
      for (const each of [deleted, ticket]) await mention(each, 'viewer');
      const finish = await run();
      await api().call('DELETE', deleted.url);
      await api().database.transaction(async writes => finish?.(writes));
      const found = await Promise.all([deleted, ticket].map(({ id }) => list('viewer', `ticket_id=${id}`)));
      assert.deepEqual(
        found.map(({ length }) => length),
        [0, 1],
      );
    });

    it('once, even if two processes read it at the same time', async () => {
      const ticket = await create();
      await runJobs();
      await mention(ticket, 'viewer');
      const { database } = api();
      const [first, second] = await Promise.all([run(), run()]);
      await database.transaction(async writes => first?.(writes));
      await assert.rejects(
        database.transaction(async writes => second?.(writes)),
        /The cursor notify is no longer at/,
      );
      assert.equal((await list('viewer', `ticket_id=${ticket.id}`)).length, 1);
      assert.equal(await run(), undefined);
    });
  });

  describe('a system notification', () => {
    const causesAfter = async (act: () => Promise<unknown>) => {
      await runJobs();
      const earlier = Number((await list('admin'))[0]?.id ?? 0);
      await act();
      await runJobs();
      await runJobs();
      assert.deepEqual(await list('agent', 'kind=system'), []);
      const rows = (await list('admin', 'kind=system')).filter(({ id }) => Number(id) > earlier);
      return rows.map(({ cause, target_id }) => [cause, target_id]);
    };

    it('notifies administrators only once when a mailbox has been paused for 15 minutes', async () => {
      const body = { name: 'Broken', address: 'broken@desk.example' };
      const { id } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      const pause = () =>
        api().database.transaction(async writes => {
          const { n } = await writes.selectFrom('mailboxes').select('n').where('id', '=', id).executeTakeFirstOrThrow();
          const now = api().clock.now();
          await setMailboxState(writes, n, 'outbound', { state: 'paused', error: '535 No', now });
        });
      const minutesLater = (minutes: number) => causesAfter(async () => api().clock.advance(minutes * 60_000));
      assert.deepEqual(await causesAfter(pause), []);
      assert.deepEqual(await minutesLater(14), []);
      assert.deepEqual(await minutesLater(1), [['mailbox_paused', id]]);
    });

    it('notifies administrators once of a dead job, even if twenty jobs that were created later died before it', async () => {
      const addDeadJob = async (key: string, created_at: number) => {
        const id = await addJob(api().database, 'replace_tag', { key });
        const fields = { state: 2, created_at, updated_at: api().clock.now() };
        await api().database.transaction(writes =>
          writes.updateTable('jobs').set(fields).where('id', '=', id).execute(),
        );
        return id;
      };
      const created = api().clock.now();
      const newer: string[] = [];
      const addNewer = async () => {
        for (let n = 1; n <= 20; n++) newer.push(await addDeadJob(`newer ${n}`, created + n));
      };
      assert.equal((await causesAfter(addNewer)).length, 20);
      api().clock.advance(1000);
      let older = '';
      const addOlder = async () => {
        older = await addDeadJob('older', created);
      };
      assert.deepEqual(await causesAfter(addOlder), [['job_dead', older]]);
      await api().database.transaction(writes => writes.deleteFrom('jobs').where('id', 'in', newer).execute());
    });

    it('notifies administrators once of a mail that is held because of a loop', async () => {
      const address = 'loop@desk.example';
      const { url } = (
        await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body: { name: 'Loop', address } })
      ).body;
      const text = `From: ${address}\r\nSubject: Again\r\n\r\nHello`;
      const receive = () => api().call('POST', `${url}/mails`, { text, type: mailMediaType });
      const [found, ...others] = await causesAfter(receive);
      const [held] = (await api().call<Mail[]>('GET', '/v1/mails?reason=loop')).body;
      assert.deepEqual([found, others], [['loop_held', held?.id], []]);
    });

    it('does not notify of a problem that is more than a day old, even if its notification was deleted', async () => {
      const notifyAgain = async () => {
        await api().database.transaction(writes => writes.deleteFrom('notifications').execute());
        await runJobs();
        return (await list('admin', 'kind=system')).map(({ cause }) => cause).sort();
      };
      assert.deepEqual(await notifyAgain(), ['job_dead', 'loop_held', 'mailbox_paused']);
      api().clock.advance(24 * 3_600_000);
      assert.deepEqual(await notifyAgain(), []);
    });

    it('notifies administrators each time the stored bytes reach 80% of the limit', async () => {
      const limit = (storage_bytes: number | null) =>
        api().call('PATCH', '/v1/settings', { as: 'admin', body: { limits: { storage_bytes } } });
      const megabyte = 1024 * 1024;
      await api().call('POST', '/v1/attachments', { text: 'x'.repeat(0.9 * megabyte) });
      const used = await readStoredBytes(api().database.read);
      const fill = () => limit(Math.floor(used / 0.8));
      assert.deepEqual(await causesAfter(fill), [['storage_nearly_full', null]]);
      assert.deepEqual(await causesAfter(() => limit(Math.ceil(used / 0.79))), []);
      assert.deepEqual(await causesAfter(fill), [['storage_nearly_full', null]]);
    });
  });

  describe('the notifications of a person', () => {
    let ticket: Ticket;
    let otherTicket: Ticket;
    const listIds = async (query: string) => (await list('viewer', query)).map(({ id }) => id);
    const put = (path: string, body?: object, method = 'PUT') =>
      api().call(method, `/v1/notifications/${path}`, { as: 'viewer', body });
    before(async () => {
      ticket = await create({ subject: 'Quiet' });
      otherTicket = await create();
      for (const each of [ticket, otherTicket, ticket]) await mention(each, 'viewer');
      await mention(await create(), 'admin');
      await runJobs();
    });

    it('200 lists the newest first, filtered by ticket and kind, with the current subject on request', async () => {
      const [newest, oldest] = await list('viewer', `ticket_id=${ticket.id}&kind=mentioned`);
      assert.ok(Number(newest?.id) > Number(oldest?.id));
      const { id, url, created_at, updated_at, event_id, message_id, ...rest } = newest ?? assert.fail();
      assert.deepEqual(rest, {
        ...{ kind: 'mentioned', cause: null, target_id: null, ticket_id: ticket.id, person_id: idOf('agent') },
        ...{ read_at: null, version: 1 },
      });
      assert.deepEqual((await api().call('GET', url, { as: 'viewer' })).body, newest);
      await api().call('PATCH', ticket.url, { body: { subject: 'Renamed' } });
      const query = `ticket_id=${ticket.id}&fields=ticket_subject&per_page=1`;
      assert.deepEqual(await list('viewer', query), [{ ticket_subject: 'Renamed' }]);
      assert.deepEqual(await list('viewer', `ticket_id=${ticket.id}&kind=assigned`), []);
    });

    it('404 for the notifications of other people, and for malformed ids', async () => {
      const [{ url } = assert.fail()] = await list('viewer');
      assert.equal((await api().call('GET', url, { as: 'admin' })).body.code, 40416);
      assert.equal((await api().call('PUT', `${url}/read`, { as: 'admin' })).body.code, 40416);
      assert.equal((await api().call('GET', '/v1/notifications/x')).body.code, 40416);
    });

    it('204 marks a notification as read and as unread, idempotently', async () => {
      const [id = ''] = await listIds(`ticket_id=${ticket.id}`);
      const readAt = async () => (await list('viewer')).find(each => each.id === id)?.read_at ?? null;
      for (const method of ['PUT', 'PUT'] as const)
        assert.equal((await put(`${id}/read`, undefined, method)).status, 204);
      assert.notEqual(await readAt(), null);
      assert.ok(!(await listIds('unread=true')).includes(id) && (await listIds('unread=false')).includes(id));
      for (const _ of [1, 2]) assert.equal((await put(`${id}/read`, undefined, 'DELETE')).status, 204);
      assert.equal(await readAt(), null);
    });

    it('204 marks the person’s own notifications as read: up to an id, of a ticket, or both', async () => {
      const [last = '', first = ''] = await listIds(`ticket_id=${ticket.id}`);
      await put('read', { ticket_id: ticket.id, through: first });
      assert.deepEqual(await listIds(`ticket_id=${ticket.id}&unread=true`), [last]);
      await put('read', { ticket_id: ticket.id });
      assert.deepEqual(await listIds(`ticket_id=${ticket.id}&unread=true`), []);
      assert.equal((await listIds(`ticket_id=${otherTicket.id}&unread=true`)).length, 1);
      assert.equal((await put('read', { through: String(Number(last) + 1) })).status, 204);
      assert.deepEqual(await listIds('unread=true'), []);
      assert.equal((await list('admin', 'per_page=1'))[0]?.read_at, null);
    });

    it('422 for an empty body, an invalid id, and an unknown field', async () => {
      assert.deepEqual(getStatusAndFieldErrors(await put('read', {})), [422, [['through', 1001]]]);
      assert.deepEqual(getStatusAndFieldErrors(await put('read', { through: 'x' })), [422, [['through', 1006]]]);
      assert.deepEqual(getStatusAndFieldErrors(await put('read', { through: '1', id: '2' })), [422, [['id', 1007]]]);
    });

    it('304 until a notification or its subject changes', async () => {
      const path = '/v1/notifications?fields=id,ticket_subject';
      const get = (headers = {}) => api().call('GET', path, { as: 'viewer', headers });
      const statusesAround = async (change: () => Promise<unknown>) => {
        const headers = { 'If-None-Match': (await get()).headers.get('etag') ?? '' };
        await create();
        const { status } = await get(headers);
        await change();
        return [status, (await get(headers)).status];
      };
      const rename = () => api().call('PATCH', ticket.url, { body: { subject: 'Other' } });
      const [id = ''] = await listIds(`ticket_id=${ticket.id}`);
      assert.deepEqual(await statusesAround(rename), [304, 200]);
      assert.deepEqual(await statusesAround(() => put(`${id}/read`, undefined, 'DELETE')), [304, 200]);
    });

    it('disappear with their ticket, and after `retention.notification_days`', async () => {
      await api().call('DELETE', ticket.url);
      assert.deepEqual(await list('viewer', `ticket_id=${ticket.id}`), []);
      const created_at = api().clock.now() - 8 * 86_400_000;
      await api().database.transaction(writes => writes.updateTable('notifications').set({ created_at }).execute());
      const countAfterAnHour = async () => {
        api().clock.advance(3_600_000);
        await runJobs();
        return (await list('viewer')).length;
      };
      assert.notEqual(await countAfterAnHour(), 0);
      await api().call('PATCH', '/v1/settings', { as: 'admin', body: { retention: { notification_days: 7 } } });
      assert.equal(await countAfterAnHour(), 0);
    });
  });

  describe('the notification preferences', () => {
    it('200 with the defaults, 204 replaces them for the caller only', async () => {
      const both = { in_app: true, by_mail: true };
      const read = async (as: Role) => (await api().call('GET', '/v1/notification_preferences', { as })).body;
      const defaults = await read('agent');
      assert.deepEqual(defaults, {
        ...Object.fromEntries(
          ['assigned', 'mentioned', 'customer_replied', 'delivery_failed', 'system'].map(kind => [kind, both]),
        ),
        colleague_wrote: { in_app: true, by_mail: false },
        new_unassigned: { in_app: false, by_mail: false },
      });
      const changed = { mentioned: { in_app: false, by_mail: true }, new_unassigned: { in_app: true, by_mail: false } };
      assert.equal((await setPreferences(changed, 'agent')).status, 204);
      assert.deepEqual(await read('agent'), { ...defaults, ...changed });
      assert.deepEqual(await read('admin'), defaults);
      await setPreferences({}, 'agent');
      assert.deepEqual(await read('agent'), defaults);
    });

    it('422 for an unknown kind and an invalid value', async () => {
      const response = await setPreferences(
        { weather: { in_app: true, by_mail: true }, assigned: { in_app: 1, by_mail: true } },
        'agent',
      );
      assert.deepEqual(getStatusAndFieldErrors(response), [
        422,
        [
          ['assigned.in_app', 1002],
          ['weather', 1007],
        ],
      ]);
    });
  });
});
