import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Delivery, Event, Mailbox, MailboxStatuses, Message, Notification } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';
import { deleteOldSources } from './retention.ts';
import { sending } from './states.ts';
import { createMailDesk, customer } from './testing/mail-desk.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];

forEachApi(api => {
  const desk = createMailDesk(api);
  let server: MailServer;
  let mailbox: Mailbox;
  before(async () => {
    server = await startMailServer();
  });
  beforeEach(async () => {
    Object.assign(server, { script: {}, arrived: [] });
    mailbox = await desk.addMailbox(server);
  });
  afterEach(() => api().call('DELETE', mailbox.url, { as: 'admin' }));
  after(() => server.close());
  const callAsAdmin = (method: string, path: string) => api().call(method, path, { as: 'admin' });
  const readEvents = async (ticketId: string) =>
    (await api().call<Event[]>('GET', `/v1/events?ticket_id=${ticketId}`)).body.map(({ type }) => type);
  const readStatus = async () => {
    const { statuses } = (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body;
    return statuses.find(({ mailbox_id }) => mailbox_id === mailbox.id)?.outbound;
  };
  const getHeaders = () => server.arrived.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
  const getStates = ({ state, recipients }: Delivery) => [state, ...recipients.map(each => each.state)];

  describe('a reply on a ticket', () => {
    it('is mailed to its recipients once, without a new version of the message or the ticket', async () => {
      const ticket = await desk.addTicket(mailbox, { customer_name: 'Amélie' });
      const cc = [{ name: 'Boss', email: 'boss@customer.example' }];
      const message = await desk.reply(ticket, { cc, bcc: [{ email: 'x@y.example' }, { email: customer }] });
      assert.deepEqual([message.to, message.cc], [[{ name: 'Amélie', email: customer }], cc]);
      assert.equal((await desk.readDelivery(message.delivery_id)).state, 'queued');
      const { version } = await desk.readTicket(ticket);
      await api().runJobs();
      assert.deepEqual(await api().runJobs(), []);
      const delivery = await desk.readDelivery(message.delivery_id);
      assert.deepEqual([getStates(delivery), delivery.attempts], [['sent', 'sent', 'sent', 'sent'], 1]);
      assert.equal(server.arrived.length, 1);
      const [mail] = server.arrived;
      assert.deepEqual([mail?.from, mail?.to], [mailbox.address, [customer, 'boss@customer.example', 'x@y.example']]);
      assert.deepEqual(getHeaders(), [delivery.message_id_header]);
      assert.doesNotMatch(mail?.raw ?? '', /x@y\.example/);
      assert.equal((await readEvents(ticket.id))[0], 'message.sent');
      assert.deepEqual((await api().call('GET', message.url)).body, message);
      assert.equal((await desk.readTicket(ticket)).version, version);
    });

    it('is not mailed if it has no recipients, is a note, was created with PUT, or its ticket has no mailbox', async () => {
      const ticket = await desk.addTicket(mailbox);
      const put = await api().call<Message>('PUT', `${ticket.url}/messages/old`, {
        body: { body: 'Imported', to: [{ email: customer }] },
      });
      assert.deepEqual([put.status, put.body.to], [201, [{ name: '', email: customer }]]);
      const quiet = [put.body, await desk.reply(ticket, { to: [] }), await desk.reply(ticket, { type: 'note' })];
      for (const { delivery_id } of quiet) assert.equal(delivery_id, null);
      const without = await desk.reply(await desk.addTicket(mailbox, { mailbox_id: null }));
      assert.deepEqual([without.to, without.delivery_id], [[], null]);
    });

    it('names its delivery in the envelope sender if the mailbox has bounce addresses', async () => {
      const bounces = await desk.addMailbox(server, { bounce_addressing: true });
      await desk.replyOnNewTicket(bounces);
      await api().runJobs();
      assert.match(server.arrived[0]?.from ?? '', /^bounce\+\w+@desk\.example$/);
    });

    it('422 for more than 50 recipients in total', async () => {
      const { url } = await desk.addTicket(mailbox);
      const to = Array.from({ length: 26 }, (_, index) => ({ email: `to-${index}@customer.example` }));
      const cc = Array.from({ length: 25 }, (_, index) => ({ email: `cc-${index}@customer.example` }));
      const post = (body: object) => api().call('POST', `${url}/messages`, { body: { body: 'To all', ...body } });
      assert.equal((await post({ to, cc })).status, 422);
      assert.equal((await post({ to, cc: cc.slice(1) })).status, 201);
    });

    it('is mailed with the edits made before it is sent; later edits are not mailed', async () => {
      const message = await desk.reply(await desk.addTicket(mailbox), { body: 'Draft' });
      await api().call('PATCH', message.url, {
        body: { body: 'Corrected', to: [{ email: 'other@customer.example' }] },
      });
      await api().runJobs();
      await api().call('PATCH', message.url, { body: { body: 'Too late' } });
      await api().runJobs();
      assert.deepEqual([server.arrived.length, server.arrived[0]?.to], [1, ['other@customer.example']]);
      assert.match(server.arrived[0]?.raw ?? '', /Corrected/);
    });

    it('is not sent after its deletion, which also deletes its delivery', async () => {
      const message = await desk.reply(await desk.addTicket(mailbox));
      await api().call('DELETE', message.url);
      await api().runJobs();
      assert.equal(server.arrived.length, 0);
      assert.equal((await callAsAdmin('GET', `/v1/deliveries/${message.delivery_id}`)).status, 404);
    });
  });

  describe('a response of the mail server', () => {
    it('fails one recipient and opens the ticket; a retry skips the other recipients', async () => {
      server.script = { onRecipient: email => (email === customer ? [550, '5.1.1 Unknown user'] : undefined) };
      const ticket = await desk.addTicket(mailbox);
      const { delivery_id } = await desk.reply(ticket, { cc: [{ email: 'boss@customer.example' }] });
      await api().call('PATCH', ticket.url, { body: { state: 'closed' } });
      await api().runJobs();
      const failed = await desk.readDelivery(delivery_id);
      assert.deepEqual(getStates(failed), ['failed', 'failed', 'sent']);
      assert.match(failed.recipients[0]?.response ?? '', /^550 5\.1\.1 Unknown user/);
      assert.partialDeepStrictEqual(await desk.readTicket(ticket), { state: 'open', undelivered: true });
      assert.deepEqual((await readEvents(ticket.id)).slice(0, 2), ['message.failed', 'ticket.reopened']);

      server.script = {};
      assert.equal((await callAsAdmin('PUT', `/v1/deliveries/${delivery_id}/attempt`)).status, 204);
      await api().runJobs();
      assert.deepEqual(
        server.arrived.map(({ to }) => to),
        [['boss@customer.example'], [customer]],
      );
      assert.deepEqual(getStates(await desk.readDelivery(delivery_id)), ['sent', 'sent', 'sent']);
      assert.equal((await desk.readTicket(ticket)).undelivered, false);
    });

    it('with 5xx fails the mail; a retry after its text is deleted gets 410', async () => {
      server.script = { onData: () => [554, '5.7.1 Rejected'] };
      const read = await desk.replyOnNewTicket(mailbox);
      await api().runJobs();
      await deleteOldSources(api().database, api().clock.now() + second);
      const failed = await read();
      const { status, body } = await callAsAdmin('PUT', `/v1/deliveries/${failed.id}/attempt`);
      assert.deepEqual([status, body.code], [410, 41000]);
      assert.deepEqual([await read(), failed.state], [failed, 'failed']);
    });

    it('with 4xx for one recipient makes all recipients read-only; an edit does not mail the other recipients again', async () => {
      const [slow, lost] = ['slow@customer.example', 'lost@customer.example'];
      const script = { [slow]: [451, '4.3.0 Try later'], [lost]: [550, '5.1.1 Unknown user'] } as const;
      server.script = { onRecipient: email => script[email] };
      const { url, delivery_id } = await desk.reply(await desk.addTicket(mailbox), {
        cc: [{ email: slow }, { email: lost }],
      });
      await api().runJobs();
      assert.equal((await api().call('PATCH', url, { body: { body: 'Corrected' } })).status, 200);
      const recipients = await api().call('PATCH', url, { body: { cc: [{ email: slow }] } });
      assert.deepEqual(getStatusAndFieldErrors(recipients), [422, [['cc', 1005]]]);
      assert.deepEqual(getStates(await desk.readDelivery(delivery_id)), ['queued', 'sent', 'waiting', 'failed']);
      server.script = {};
      api().clock.advance(minute);
      await api().runJobs();
      assert.deepEqual(
        server.arrived.map(({ to }) => to),
        [[customer], [slow]],
      );
      assert.deepEqual(getStates(await desk.readDelivery(delivery_id)), ['failed', 'sent', 'sent', 'failed']);
    });

    it('with 4xx queues the mail again until the ninth attempt fails', async () => {
      server.script = { onRecipient: () => [450, '4.2.0 Greylisted'] };
      const read = await desk.replyOnNewTicket(mailbox);
      await api().runJobs();
      const { state, attempts, next_attempt_at, last_response } = await read();
      assert.deepEqual([state, attempts], ['queued', 1]);
      assert.match(last_response ?? '', /^450 4\.2\.0/);
      const delay = Date.parse(next_attempt_at ?? '') - api().clock.now();
      assert.ok(delay > 7 * second && delay <= 12 * second, String(delay));
      for (const days of [1, 1, 1, 1, 1, 1, 1]) {
        api().clock.advance(2 * days * 24 * hour);
        await api().runJobs();
      }
      assert.deepEqual([(await read()).state, (await read()).attempts], ['queued', 8]);
      api().clock.advance(48 * hour);
      await api().runJobs();
      assert.deepEqual(getStates(await read()), ['failed', 'failed']);
    });

    it('with 4xx makes the mail a problem until it is sent', async () => {
      const readProblems = async () => {
        const { problems } = (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body;
        const list = await api().call<Delivery[]>('GET', `/v1/deliveries?problem=true&mailbox_id=${mailbox.id}`);
        return [problems.outgoing, list.body.map(({ id }) => id)];
      };
      const [before] = await readProblems();
      server.script = { onRecipient: () => [450, '4.2.0 Greylisted'] };
      const read = await desk.replyOnNewTicket(mailbox);
      assert.deepEqual(await readProblems(), [before, []]);
      await api().runJobs();
      const { id } = await read();
      assert.deepEqual(await readProblems(), [Number(before) + 1, [id]]);
      const rest = await api().call<Delivery[]>('GET', `/v1/deliveries?problem=false&mailbox_id=${mailbox.id}`);
      assert.deepEqual(rest.body, []);
      server.script = {};
      await callAsAdmin('PUT', `/v1/deliveries/${id}/attempt`);
      await api().runJobs();
      assert.deepEqual(await readProblems(), [before, []]);
    });

    it('with 4xx queues the mail, which is sent immediately on demand', async () => {
      server.script = { onData: () => [451, '4.3.0 Try later'] };
      const read = await desk.replyOnNewTicket(mailbox);
      await api().runJobs();
      server.script = {};
      await callAsAdmin('PUT', `/v1/deliveries/${(await read()).id}/attempt`);
      await api().runJobs();
      assert.deepEqual(getStates(await read()), ['sent', 'sent']);
      assert.deepEqual([(await read()).attempts, (await read()).may_be_duplicate], [2, false]);
    });
  });

  describe('an unknown outcome', () => {
    it('sends the mail again with the same Message-ID, and marks it as a possible duplicate', async () => {
      server.script = { onData: () => 'disconnect' };
      const read = await desk.replyOnNewTicket(mailbox);
      await api().runJobs();
      assert.partialDeepStrictEqual(await read(), { state: 'queued', may_be_duplicate: true });
      server.script = {};
      api().clock.advance(minute);
      await api().runJobs();
      const { message_id_header, ...delivery } = await read();
      assert.partialDeepStrictEqual(delivery, { state: 'sent', may_be_duplicate: true, attempts: 2 });
      assert.deepEqual(getHeaders(), [message_id_header, message_id_header]);
    });

    it('fails the mail the second time, and marks the ticket as undelivered', async () => {
      server.script = { onData: () => 'disconnect' };
      const ticket = await desk.addTicket(mailbox);
      const { delivery_id } = await desk.reply(ticket);
      for (const _ of [1, 2, 3, 4]) {
        await api().runJobs();
        api().clock.advance(48 * hour);
      }
      assert.partialDeepStrictEqual(await desk.readDelivery(delivery_id), { state: 'failed', reason: 'unconfirmed' });
      assert.equal(server.arrived.length, 2);
      assert.equal((await desk.readTicket(ticket)).undelivered, true);
    });

    it('is assumed when the process ended while it sent the mail', async () => {
      const read = await desk.replyOnNewTicket(mailbox);
      await api().database.transaction(async writes =>
        writes
          .updateTable('deliveries')
          .set({ state: sending, attempts: 1 })
          .where('id', '=', (await read()).id)
          .execute(),
      );
      await api().runJobs();
      assert.partialDeepStrictEqual(await read(), { state: 'queued', may_be_duplicate: true });
      api().clock.advance(minute);
      await api().runJobs();
      assert.partialDeepStrictEqual(await read(), { state: 'sent', may_be_duplicate: true });
      assert.equal(server.arrived.length, 1);
    });
  });

  describe('an unavailable mail server', () => {
    it('pauses the mailbox, not each mail, and all mails are sent after one successful attempt', async () => {
      await api().call('PATCH', `${mailbox.url}/connection`, { as: 'admin', body: { outbound: { port: 1 } } });
      const reads = [await desk.replyOnNewTicket(mailbox), await desk.replyOnNewTicket(mailbox)];
      await api().runJobs();
      const status = await readStatus();
      assert.equal(status?.state, 'paused');
      assert.match(status?.error ?? '', /ECONNREFUSED/);
      for (const read of reads) assert.partialDeepStrictEqual(await read(), { state: 'queued', attempts: 0 });
      // Changes the row directly: a request would count as a change of the connection.
      await api().database.transaction(async writes => {
        const { outbound } = await writes
          .selectFrom('mailboxes')
          .select('outbound')
          .where('id', '=', mailbox.id)
          .executeTakeFirstOrThrow();
        const moved = JSON.stringify({ ...JSON.parse(outbound ?? ''), port: server.port });
        await writes.updateTable('mailboxes').set({ outbound: moved }).where('id', '=', mailbox.id).execute();
      });
      await api().runJobs();
      assert.equal(server.arrived.length, 0, 'waits');
      api().clock.advance(15 * second);
      await api().runJobs();
      for (const read of reads) assert.deepEqual(getStates(await read()), ['sent', 'sent']);
      assert.partialDeepStrictEqual(await readStatus(), { state: 'ok', error: null });
    });

    it('gets one attempt immediately on demand; other mails wait until that mail is sent', async () => {
      server.script = { onConnect: () => [554, '5.3.2 Closed for maintenance'] };
      const reads = [await desk.replyOnNewTicket(mailbox), await desk.replyOnNewTicket(mailbox)];
      await api().runJobs();
      const retry = async () => callAsAdmin('PUT', `/v1/deliveries/${(await reads[1]?.())?.id}/attempt`);
      const { sessions } = server;
      await retry();
      await api().runJobs();
      assert.deepEqual([server.sessions, (await readStatus())?.state], [sessions + 1, 'paused']);
      server.script = {};
      await api().runJobs();
      assert.equal(server.sessions, sessions + 1, 'waits');
      await retry();
      await api().runJobs();
      for (const read of reads) assert.deepEqual(getStates(await read()), ['sent', 'sent']);
    });

    it('that rejects the password gets one attempt per retry and per change of the connection', async t => {
      const guarded = await startMailServer({ password: 'secret' });
      t.after(() => guarded.close());
      const connect = (password: string) => {
        const outbound = { port: guarded.port, user: 'support', password };
        return api().call('PATCH', `${mailbox.url}/connection`, { as: 'admin', body: { outbound } });
      };
      const runAll = async () => {
        for (const _ of [1, 2]) {
          await api().runJobs();
          api().clock.advance(hour);
        }
      };
      await connect('other');
      const reads = [await desk.replyOnNewTicket(mailbox), await desk.replyOnNewTicket(mailbox)];
      const retry = async () => callAsAdmin('PUT', `/v1/deliveries/${(await reads[0]?.())?.id}/attempt`);
      await api().runJobs();
      const { sessions } = guarded;
      await retry();
      await runAll();
      assert.equal(guarded.sessions, sessions + 1);
      await connect('another');
      await runAll();
      assert.equal(guarded.sessions, sessions + 2);
      await connect('secret');
      await retry();
      await api().runJobs();
      for (const read of reads) assert.deepEqual(getStates(await read()), ['sent', 'sent']);
    });

    it('that rejects the password gets one attempt until a person resumes the mailbox, which sends all its mail', async t => {
      const guarded = await startMailServer({ password: 'secret' });
      t.after(() => guarded.close());
      const outbound = { port: guarded.port, user: 'support', password: 'other' };
      await api().call('PATCH', `${mailbox.url}/connection`, { as: 'admin', body: { outbound } });
      const reads = [await desk.replyOnNewTicket(mailbox), await desk.replyOnNewTicket(mailbox)];
      await api().runJobs();
      api().clock.advance(48 * hour);
      await api().runJobs();
      assert.equal(guarded.sessions, 1, 'is tried once');
      guarded.script = { password: 'other' };
      assert.equal((await callAsAdmin('PUT', `/v1/mailboxes/${mailbox.id}/attempt`)).status, 204);
      await api().runJobs();
      for (const read of reads) assert.deepEqual(getStates(await read()), ['sent', 'sent']);
    });

    it('delays no mail after the connection is corrected, or after the mailbox starts to capture its mail', async () => {
      const patch = (path: string, body: object) => api().call('PATCH', `${mailbox.url}${path}`, { as: 'admin', body });
      for (const [state, path, change] of [
        ['sent', '/connection', { outbound: { port: server.port } }],
        ['captured', '', { transport: 'capture' }],
      ] as const) {
        await patch('/connection', { outbound: { port: 1 } });
        const read = await desk.replyOnNewTicket(mailbox);
        await api().runJobs();
        assert.equal((await readStatus())?.state, 'paused');
        await patch(path, change);
        await api().runJobs();
        assert.deepEqual([(await read()).state, (await readStatus())?.state], [state, 'ok']);
      }
    });

    it('does not delay another mailbox', async () => {
      await api().call('PATCH', `${mailbox.url}/connection`, { as: 'admin', body: { outbound: { port: 1 } } });
      await desk.replyOnNewTicket(mailbox);
      const other = await desk.addMailbox(server);
      const read = await desk.replyOnNewTicket(other);
      await api().runJobs();
      assert.deepEqual(getStates(await read()), ['sent', 'sent']);
    });
  });

  describe('a mailbox that does not send', () => {
    it('queues its mail while the mailbox is disabled, and sends it when the mailbox is enabled', async () => {
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: false } });
      const read = await desk.replyOnNewTicket(mailbox);
      await api().runJobs();
      assert.equal((await read()).state, 'queued');
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: true } });
      await api().runJobs();
      assert.equal((await read()).state, 'sent');
    });

    it('fails its mail after the mailbox is deleted, and notifies the author', async () => {
      const ticket = await desk.addTicket(mailbox);
      const { id, delivery_id } = await desk.reply(ticket);
      await callAsAdmin('DELETE', mailbox.url);
      await api().runJobs();
      const delivery = await desk.readDelivery(delivery_id);
      assert.partialDeepStrictEqual(delivery, { state: 'failed', reason: 'mailbox_deleted' });
      api().clock.advance(2 * second);
      await api().runJobs();
      const path = `/v1/notifications?ticket_id=${ticket.id}`;
      const notifications = (await api().call<Notification[]>('GET', path)).body;
      assert.deepEqual(
        notifications.map(({ kind, message_id }) => [kind, message_id]),
        [['delivery_failed', id]],
      );
    });

    it('captures its mail, and adds the event message.sent', async () => {
      const capturing = await desk.addMailbox();
      const ticket = await desk.addTicket(capturing);
      const { delivery_id } = await desk.reply(ticket);
      await api().runJobs();
      assert.deepEqual(getStates(await desk.readDelivery(delivery_id)), ['captured', 'captured']);
      assert.equal((await readEvents(ticket.id))[0], 'message.sent');
    });
  });
});
