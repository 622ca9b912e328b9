import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Delivery,
  type Mail,
  type Mailbox,
  type Notification,
  type NotificationPreferences,
  notificationDefaults,
  type Ticket,
} from '#contract';
import type { Role } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import { createMailDesk } from './deliveries/testing/mail-desk.ts';
import { type MailServer, startMailServer } from './deliveries/testing/mail-server.ts';
import { forEachApi } from './testing/api.ts';

const minute = 60_000;

forEachApi(api => {
  const desk = createMailDesk(api);
  let server: MailServer;
  let mailbox: Mailbox;
  before(async () => {
    api().clock.freeze();
    server = await startMailServer();
    mailbox = await desk.addMailbox(server);
    // The set-up enqueues jobs. The clock of the database decides when they are due; it is ahead of the frozen clock.
    await runJobs(minute);
  });
  after(() => server.close());

  const runJobs = async (milliseconds: number) => {
    api().clock.advance(milliseconds);
    await api().runJobs();
    // The first run enqueues the mail.
    await api().runJobs();
  };
  /** Advances the clock, and returns the mails that the server gets meanwhile, without folded lines. */
  const mailsAfter = async (milliseconds: number): Promise<string[]> => {
    const countBefore = server.arrived.length;
    await runJobs(milliseconds);
    return server.arrived
      .slice(countBefore)
      .map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll(/\r\n[ \t]+/g, ' '));
  };
  const addTicket = async (fields: object = {}) =>
    (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Charged twice', ...fields } })).body;
  const mention = async (ticket: Ticket, role: Role = 'viewer') => {
    const body = { type: 'note', body: 'Secret text', mentions: [api().people[role].id] };
    await api().call('POST', `${ticket.url}/messages`, { body });
    await runJobs(2000);
  };
  const readLastDelivery = async () =>
    (await api().call<Delivery[]>('GET', '/v1/deliveries?per_page=1')).body[0] ?? assert.fail('no delivery');
  const findLink = (mail: string): string =>
    /^List-Unsubscribe: <(\S+)>/m.exec(mail)?.[1] ?? assert.fail(`There is no List-Unsubscribe in ${mail}`);
  const readPreferences = async () =>
    (await api().call<NotificationPreferences>('GET', '/v1/notification_preferences', { as: 'viewer' })).body;

  describe('notifications by mail', () => {
    let mail = '';

    it('are mailed once, five minutes later, with links and without the text of the message', async () => {
      const ticket = await addTicket();
      await mention(ticket);
      assert.deepEqual(await mailsAfter(4 * minute), []);
      [mail = ''] = await mailsAfter(minute);
      assert.match(mail, /^Subject: 1 unread notification in Stardesk\r$/m);
      assert.match(mail, new RegExp(`^From: Support <${mailbox.address}>\r$`, 'm'));
      assert.match(mail, /^To: The viewer <viewer@desk\.example>\r$/m);
      assert.match(mail, /^Auto-Submitted: auto-generated\r$/m);
      const line = `#${ticket.id} Charged twice =C2=B7 The agent mentioned you`;
      assert.ok(mail.includes(`${line}\r\nhttp://desk.example/tickets/${ticket.id}\r\n`), mail);
      assert.doesNotMatch(mail, /Secret text/);
      assert.match(mail, /^Replies to this mail are not added to tickets\.\r$/m);
      assert.deepEqual(await mailsAfter(60 * minute), []);
    });

    it('are collected into one mail in 15 minutes, with at most 20 lines', async () => {
      const ticket = await addTicket();
      await mention(ticket);
      assert.equal((await mailsAfter(5 * minute)).length, 1);
      for (let count = 0; count < 22; count++) await mention(ticket);
      assert.deepEqual(await mailsAfter(14 * minute), []);
      const [second = ''] = await mailsAfter(minute);
      assert.match(second, /^Subject: 22 unread notifications in Stardesk\r$/m);
      assert.equal(second.match(/mentioned you/g)?.length, 20);
      assert.match(second, /\r\nAnd 2 more: http:\/\/desk\.example\/notifications\r\n/);
    });

    it('are not mailed after they are read, even if the mail server has delayed their mail', async () => {
      await runJobs(15 * minute);
      const [first, second] = [await addTicket(), await addTicket()];
      const read = ({ id }: Ticket) =>
        api().call('PUT', '/v1/notifications/read', { as: 'viewer', body: { ticket_id: id } });
      await mention(first);
      await read(first);
      assert.deepEqual(await mailsAfter(6 * minute), []);
      await mention(second);
      server.script.onData = () => [451, '4.3.0 Try later'];
      await runJobs(6 * minute);
      assert.equal((await readLastDelivery()).state, 'queued');
      await read(second);
      delete server.script.onData;
      assert.deepEqual(await mailsAfter(20 * minute), []);
      const { kind, state } = await readLastDelivery();
      assert.deepEqual([kind, state], ['notification', 'cancelled']);
    });

    it('are mailed again after a failure, and a later mail replaces a queued mail', async () => {
      await runJobs(15 * minute);
      await mention(await addTicket());
      server.script.onData = () => [451, '4.3.0 Try later'];
      await runJobs(6 * minute);
      const { id, state } = await readLastDelivery();
      assert.equal(state, 'queued');
      await mention(await addTicket());
      await runJobs(16 * minute);
      delete server.script.onData;
      assert.equal((await desk.readDelivery(id)).state, 'cancelled');
      const [text = ''] = await mailsAfter(30 * minute);
      assert.match(text, /^Subject: 2 unread notifications in Stardesk\r$/m);
      assert.deepEqual(await mailsAfter(30 * minute), []);
    });

    it('are not mailed after they were read once, even if they are marked as unread again', async () => {
      const ticket = await addTicket();
      await mention(ticket);
      const [{ url } = assert.fail()] = (
        await api().call<Notification[]>('GET', `/v1/notifications?ticket_id=${ticket.id}`, { as: 'viewer' })
      ).body;
      for (const method of ['PUT', 'DELETE']) await api().call(method, `${url}/read`, { as: 'viewer' });
      assert.deepEqual(await mailsAfter(30 * minute), []);
    });

    it('are sent by the default mailbox of the desk', async () => {
      await runJobs(15 * minute);
      const { id, address } = await desk.addMailbox(server);
      const setDefault = (default_mailbox_id: string | null) =>
        api().call('PATCH', '/v1/settings', { as: 'admin', body: { default_mailbox_id } });
      await setDefault(id);
      await mention(await addTicket());
      const [text = ''] = await mailsAfter(5 * minute);
      assert.match(text, new RegExp(`^From: Support <${address}>\r$`, 'm'));
      await setDefault(null);
      await api().call('PATCH', `/v1/mailboxes/${id}`, { as: 'admin', body: { enabled: false } });
    });

    it('have a line each; the mail names the kinds that its unsubscribe link stops', async () => {
      await runJobs(15 * minute);
      const customer = { customer_name: 'Amélie', customer_email: 'amelie@customer.example' };
      const subject = `${'x'.repeat(79)}🌟 and more`;
      const ticket = await addTicket({ ...customer, assignee_id: api().people.admin.id, subject });
      await api().call('POST', `${ticket.url}/messages`, { body: { body: 'Hello', direction: 'in' } });
      await runJobs(2000);
      const [text = ''] = await mailsAfter(7 * minute);
      assert.match(text, /x{79}=F0=9F=8C=9F=E2=80=A6 =C2=B7 The agent assigned it to you/);
      assert.match(text, /=C2=B7 Am=C3=A9lie replied/);
      assert.match(text, /^Stop mail about tickets assigned to you and replies from customers: http/m);
    });

    it('are not listed if their person wants them only by mail', async () => {
      await runJobs(15 * minute);
      const only = { mentioned: { in_app: false, by_mail: true } };
      await api().call('PUT', '/v1/notification_preferences', { as: 'viewer', body: only });
      const ticket = await addTicket();
      await mention(ticket);
      const path = `/v1/notifications?ticket_id=${ticket.id}`;
      assert.deepEqual((await api().call('GET', path, { as: 'viewer' })).body, []);
      assert.equal((await mailsAfter(5 * minute)).length, 1);
      await api().call('PUT', '/v1/notification_preferences', { as: 'viewer', body: {} });
    });

    it('are captured by a capture mailbox, and are not mailed after a day without a mailbox', async () => {
      await runJobs(15 * minute);
      const change = (fields: object) => api().call('PATCH', mailbox.url, { as: 'admin', body: fields });
      await change({ enabled: false });
      await mention(await addTicket());
      assert.deepEqual(await mailsAfter(20 * minute), []);
      const capturing = await desk.addMailbox();
      await runJobs(minute);
      const { kind, state, mailbox_id } = await readLastDelivery();
      assert.deepEqual([kind, state, mailbox_id], ['notification', 'captured', capturing.id]);
      await api().call('PATCH', capturing.url, { as: 'admin', body: { enabled: false } });
      await mention(await addTicket());
      await runJobs(25 * 60 * minute);
      await change({ enabled: true });
      assert.deepEqual(await mailsAfter(minute), []);
    });

    it('200 for a POST to the unsubscribe link, which stops the mail without a session; a GET changes nothing', async () => {
      const link = findLink(mail);
      assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      assert.ok(mail.includes(`Stop mail about notes that mention you: ${link}`));
      const page = await fetch(link);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /no more mail about notes that mention you/);
      assert.deepEqual(await readPreferences(), notificationDefaults);
      const waiting = await addTicket();
      await mention(waiting);
      for (let again = 0; again < 2; again++) {
        const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
        assert.equal((await fetch(link, { method: 'POST', body })).status, 200);
        const expected = { ...notificationDefaults, mentioned: { in_app: true, by_mail: false } };
        assert.deepEqual(await readPreferences(), expected);
      }
      assert.deepEqual(await mailsAfter(20 * minute), []);
    });

    it('404 for a modified unsubscribe link', async () => {
      const link = findLink(mail);
      for (const changed of [link.slice(0, -1), `${link.slice(0, -1)}${link.endsWith('0') ? 1 : 0}`, `${link}00`])
        for (const method of ['GET', 'POST']) assert.equal((await fetch(changed, { method })).status, 404);
    });
  });

  describe('a mail that answers a notification', () => {
    let notification: Delivery;
    before(async () => {
      await runJobs(15 * minute);
      await mention(await addTicket(), 'admin');
      await runJobs(5 * minute);
      notification = await readLastDelivery();
      assert.deepEqual([notification.kind, notification.state], ['notification', 'sent']);
    });

    /** Receives and processes a mail. @returns its outcome */
    const receive = async (headers: string, body = 'I agree.') => {
      const text = `From: The admin <admin@desk.example>\r\nSubject: Re: Unread\r\n${headers}\r\n\r\n${body}\r\n`;
      const { url } = (await api().call<Mail>('POST', `${mailbox.url}/mails`, { text, type: mailMediaType })).body;
      await api().runJobs();
      const { state, reason, ticket_id } = (await api().call<Mail>('GET', url)).body;
      return { state, reason, ticket_id };
    };

    it('is held without a ticket, whether In-Reply-To or References names the notification', async () => {
      const { message_id_header: id } = notification;
      for (const header of [`In-Reply-To: ${id}`, `References: ${id} <later@desk.example>`])
        assert.deepEqual(await receive(header), { state: 'held', reason: 'answer_to_notification', ticket_id: null });
    });

    it('notifies its sender once, only in the app', async () => {
      const [held] = (await api().call<Mail[]>('GET', '/v1/mails?reason=answer_to_notification&state=held')).body;
      const readAnswers = async (as: Role) => {
        const { body } = await api().call<Notification[]>('GET', '/v1/notifications?kind=system', { as });
        return body.filter(({ cause }) => cause === 'answer_held').map(({ target_id }) => target_id);
      };
      for (let again = 0; again < 2; again++) {
        await runJobs(2000);
        const targets = await readAnswers('admin');
        assert.deepEqual([targets.length, targets.includes(held?.id ?? '')], [2, true]);
      }
      assert.deepEqual(await readAnswers('agent'), []);
      assert.deepEqual(await mailsAfter(60 * minute), []);
    });

    it('is ignored if a program sent it', async () => {
      const headers = `In-Reply-To: ${notification.message_id_header}\r\nAuto-Submitted: auto-replied`;
      const expected = { state: 'ignored', reason: 'answer_to_notification', ticket_id: null };
      assert.deepEqual(await receive(headers, 'I am on holiday.'), expected);
    });

    it('is processed if it reports that the notification was not delivered', async () => {
      const { id, message_id_header } = notification;
      const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b';
      const status = 'Final-Recipient: rfc822; admin@desk.example\r\nAction: failed\r\nStatus: 5.1.1';
      const parts = [
        'Content-Type: text/plain\r\n\r\nIt was returned.',
        `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.desk.example\r\n\r\n${status}`,
        `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${message_id_header}`,
      ];
      const body = `--b\r\n${parts.join('\r\n\r\n--b\r\n')}\r\n--b--`;
      const { state } = await receive(`In-Reply-To: ${message_id_header}\r\nMIME-Version: 1.0\r\n${type}`, body);
      assert.deepEqual([state, (await desk.readDelivery(id)).state], ['processed', 'bounced']);
    });
  });
});
