import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Delivery, Mail, Mailbox, Message, Participants, Person, Ticket } from '#contract';
import { deliveryStates, recipientStates } from '#contract/enums';
import { maxMailBytes } from '#contract/mails';
import { deleteOldRawMails } from '../database/mails.ts';
import { collectFiles } from '../files/collect-files.ts';
import { forEachApi } from '../testing/api.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

const rfc822 = 'message/rfc822';

const write = (headers: string, body = 'The printer smokes.') =>
  `${headers}\r\nTo: support@desk.example\r\nDate: Mon, 23 Nov 2026 10:00:00 +0000\r\n\r\n${body}\r\n`;

const mailFrom = (email: string, id: string, headers = '') =>
  write(
    `From: Amélie <${email}>\r\nMessage-ID: <${id}@shop.example>\r\nSubject: Printer\r\nCc: boss@shop.example${headers}`,
  );

/** Members that differ between two resources with the same content. */
const identity = ['id', 'url', 'ticket_id', 'message_id', 'mail_id', 'created_at', 'updated_at', 'last_message_at'];

const omitIdentity = (body: object): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (identity.includes(name) ? undefined : value)));

forEachApi(api => {
  let inbox: string;

  before(async () => {
    const body = { name: 'Support', address: 'support@desk.example' };
    inbox = `${(await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body.url}/mails`;
  });

  const send = (text: string, query = '') => api().call<Mail>('POST', `${inbox}${query}`, { text, type: rfc822 });
  const processMails = () => api().runJobs();
  const read = async <Body>(url: string) => (await api().call<Body>('GET', url)).body;
  /** Sends a mail that is held. */
  const sendHeld = async (id: string): Promise<Mail> => {
    const { body } = await send(write(`Subject: No sender\r\nMessage-ID: <${id}@shop.example>`));
    await processMails();
    return body;
  };

  describe('POST of a mail', () => {
    it('201 with the envelope of the mail and the state `received`', async () => {
      const response = await send(
        mailFrom('a@shop.example', 'stored'),
        '?envelope_from=a@shop.example&envelope_to=x@y.example',
      );
      assert.equal(response.status, 201);
      assert.equal(response.headers.get('location'), response.body.url);
      const { state, envelope_from, envelope_to } = response.body;
      assert.deepEqual([state, envelope_from, envelope_to], ['received', 'a@shop.example', 'x@y.example']);
    });

    it('200 returns the same mail for the same bytes', async () => {
      const [first, second] = [
        await send(mailFrom('a@shop.example', 'twice')),
        await send(mailFrom('a@shop.example', 'twice')),
      ];
      assert.deepEqual([second.status, second.body.id], [200, first.body.id]);
    });

    it('201 for one of three concurrent requests with the same bytes, 200 with the same mail for the others', async () => {
      const responses = await Promise.all([1, 2, 3].map(() => send(mailFrom('a@shop.example', 'together'))));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 201]);
      assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1);
    });

    it('201 for 25 MB, whose bytes are returned unchanged', async () => {
      const text = mailFrom('a@shop.example', 'large').padEnd(maxMailBytes - 1, 'All work and no play\r\n');
      const { status, body } = await send(text);
      assert.equal(status, 201);
      const raw = await api().call('GET', `${body.url}/raw`);
      assert.equal(raw.text === text, true);
      await api().call('DELETE', body.url);
    });

    it('413 for a larger mail, and leaves no upload in the store', async () => {
      const text = 'x'.repeat(maxMailBytes + 1);
      const stream = () => new Blob([text]).stream();
      assert.equal((await send(text)).status, 413);
      assert.equal((await api().call('POST', inbox, { text: stream(), type: rfc822 })).status, 413);
      const files = await api()
        .database.read.selectFrom('stored_files')
        .select('sha256')
        .where('sha256', 'like', 'upload-%')
        .execute();
      assert.deepEqual(files, []);
    });

    it('415 for another type, 400 without body, 404 for an unknown mailbox, 422 for an invalid envelope', async () => {
      assert.equal((await api().call('POST', inbox, { text: 'x' })).status, 415);
      assert.equal((await api().call('POST', inbox)).status, 400);
      assert.equal((await api().call('POST', '/v1/mailboxes/none/mails', { text: 'x', type: rfc822 })).status, 404);
      assert.equal((await send('x', '?envelope_from=nobody')).status, 422);
    });

    it('409 while the mailbox is disabled', async () => {
      const body = { name: 'Off', address: 'off@desk.example', enabled: false };
      const { url } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      assert.equal((await api().call('POST', `${url}/mails`, { text: 'x', type: rfc822 })).body.code, 40907);
    });
  });

  describe('a processed mail', () => {
    it('becomes a ticket with a message, and its addresses become participants', async () => {
      const { body } = await send(mailFrom('new@shop.example', 'processed'));
      await processMails();
      const mail = await read<Mail>(body.url);
      assert.equal(mail.state, 'processed');
      const ticket = await read<Ticket>(`/v1/tickets/${mail.ticket_id}`);
      assert.partialDeepStrictEqual(ticket, {
        ...{ subject: 'Printer', customer_name: 'Amélie', customer_email: 'new@shop.example', description: '' },
        ...{ mailbox_id: mail.mailbox_id, awaiting_reply: true, messages_count: 1 },
      });
      const message = await read<Message>(`/v1/tickets/${mail.ticket_id}/messages/${mail.message_id}`);
      assert.partialDeepStrictEqual(message, { body: 'The printer smokes.', format: 'text', mail_id: mail.id });
      const { participants } = await read<Participants>(`/v1/tickets/${mail.ticket_id}/participants`);
      assert.deepEqual(
        participants.map(({ email, role }) => [email, role]),
        [
          ['new@shop.example', 'requester'],
          ['boss@shop.example', 'cc'],
        ],
      );
      assert.equal((await api().call('DELETE', mail.url)).body.code, 40908);
    });

    it('becomes a ticket with the default assignee and the default tags of its mailbox', async () => {
      const person = await read<{ id: string }>('/v1/people/me');
      const defaults = { default_assignee_id: person.id, default_tags: ['by-mail'] };
      const body = { name: 'Orders', address: 'orders@desk.example', ...defaults };
      const mailbox = await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body });
      const text = mailFrom('order@shop.example', 'ordered');
      const mail = await api().call<Mail>('POST', `${mailbox.body.url}/mails`, { text, type: rfc822 });
      await processMails();
      const { ticket_id } = await read<Mail>(mail.body.url);
      assert.partialDeepStrictEqual(await read<Ticket>(`/v1/tickets/${ticket_id}`), {
        ...{ assignee_id: person.id, tags: ['by-mail'], mailbox_id: mailbox.body.id },
      });
    });

    it('becomes a ticket without an assignee if the default assignee of its mailbox is disabled', async () => {
      const person = { name: 'Left', email: 'left@desk.example', password: 'twelve grey herons' };
      const { id, url } = (await api().call<Person>('POST', '/v1/people', { as: 'admin', body: person })).body;
      const body = { name: 'Returns', address: 'returns@desk.example', default_assignee_id: id };
      const mailbox = await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body });
      await api().call('PATCH', url, { as: 'admin', body: { disabled: true } });
      const text = mailFrom('return@shop.example', 'returned');
      const mail = await api().call<Mail>('POST', `${mailbox.body.url}/mails`, { text, type: rfc822 });
      await processMails();
      const { ticket_id } = await read<Mail>(mail.body.url);
      assert.equal((await read<Ticket>(`/v1/tickets/${ticket_id}`)).assignee_id, null);
    });

    it('creates the same ticket whether POST or `desk mail receive` stores it', async () => {
      const text = mailFrom('either@shop.example', 'either', '\r\nReply-To: answers@elsewhere.example');
      const readResult = async () => {
        await processMails();
        const [mail] = await read<Mail[]>('/v1/mails?per_page=1');
        const ticket = await read<Ticket>(`/v1/tickets/${mail?.ticket_id}`);
        const messages = await read<Message[]>(`/v1/tickets/${ticket.id}/messages`);
        const { participants } = await read<Participants>(`/v1/tickets/${ticket.id}/participants`);
        return { mail, ticket, messages, participants };
      };
      await send(text, '?envelope_from=either@shop.example&envelope_to=support@desk.example');
      const posted = await readResult();
      await api().call('DELETE', posted.ticket.url);
      const envelope = ['--mailbox', 'support@desk.example', '--envelope-from', 'either@shop.example'];
      const options = { input: text, env: api().environment };
      const { status, stderr } = await runDeskInProcess('', ['mail', 'receive', ...envelope], options);
      assert.equal(status, 0, stderr);
      const piped = await readResult();
      assert.notEqual(piped.ticket.id, posted.ticket.id);
      assert.deepEqual(omitIdentity(piped), omitIdentity(posted));
    });

    it('is acknowledged if it starts a ticket, a person wrote it, and its mailbox sends acknowledgements', async () => {
      const body = { name: 'Answers', address: 'answers@desk.example', acknowledgement: 'We have {ticket subject}.' };
      const { url, id } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      const write = (sender: string, headers = '', query = '') =>
        api().call<Mail>('POST', `${url}/mails${query}`, {
          text: mailFrom(`${sender}@shop.example`, crypto.randomUUID(), headers),
          type: rfc822,
        });
      const first = await write('person');
      await processMails();
      const { ticket_id } = await read<Mail>(first.body.url);
      await write('robot', '\r\nAuto-Submitted: auto-generated');
      await write('vacation', '', '?envelope_from=');
      await write('boss', `\r\nIn-Reply-To: ${(await read<Mail>(first.body.url)).message_id_header}`);
      await processMails();
      const acknowledgements = await read<Delivery[]>(`/v1/deliveries?kind=acknowledgement&mailbox_id=${id}`);
      assert.deepEqual(
        acknowledgements.map(each => [each.ticket_id, each.recipients.map(({ email }) => email)]),
        [[ticket_id, ['person@shop.example']]],
      );
      assert.deepEqual(await read(`/v1/deliveries?ticket_id=${ticket_id}&state=captured`), acknowledgements);
      assert.deepEqual(await read(`/v1/deliveries?ticket_id=${ticket_id}&kind=reply`), []);
    });

    it('is deleted with its ticket, as are its bytes', async () => {
      const { body } = await send(mailFrom('gone@shop.example', 'deleted'));
      await processMails();
      const { ticket_id } = await read<Mail>(body.url);
      const { database, files, clock } = api();
      const { sha256 } = await database.read
        .selectFrom('mails')
        .select('sha256')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow();
      const collect = () =>
        collectFiles({ database, files, now: clock.now() + 25 * 3_600_000, signal: new AbortController().signal });
      await collect();
      assert.equal(await files.has(sha256), true);
      await api().call('DELETE', `/v1/tickets/${ticket_id}`);
      assert.equal((await api().call('GET', `${body.url}/raw`)).body.code, 41006);
      await collect();
      assert.equal(await files.has(sha256), false);
    });

    it('from a program does not reopen its closed ticket', async () => {
      const { body } = await send(mailFrom('away@shop.example', 'away-1'));
      await processMails();
      const { ticket_id } = await read<Mail>(body.url);
      await api().call('POST', `/v1/tickets/${ticket_id}/messages`, { body: { body: 'Done.' } });
      await api().call('PATCH', `/v1/tickets/${ticket_id}`, { body: { state: 'closed' } });
      await send(
        mailFrom(
          'away@shop.example',
          'away-2',
          '\r\nAuto-Submitted: auto-replied\r\nIn-Reply-To: <away-1@shop.example>',
        ),
      );
      await processMails();
      const ticket = await read<Ticket>(`/v1/tickets/${ticket_id}`);
      assert.deepEqual([ticket.state, ticket.awaiting_reply, ticket.messages_count], ['closed', false, 3]);
    });
  });

  describe('a conversation by mail', () => {
    /** Sends a first mail and the agent's reply. @returns the URL of the ticket, and the delivery of the reply */
    const converse = async (name: string, cc: string[]) => {
      const first = await send(mailFrom(`${name}@shop.example`, `${name}-1`));
      await processMails();
      const { ticket_id } = await read<Mail>(first.body.url);
      const body = { body: 'Please switch it off.', cc: cc.map(email => ({ name: '', email })) };
      const reply = await api().call<Message>('POST', `/v1/tickets/${ticket_id}/messages`, { body });
      await processMails();
      const delivery = await read<Delivery>(`/v1/deliveries/${reply.body.delivery_id}`);
      return { ticketUrl: `/v1/tickets/${ticket_id}`, delivery };
    };
    const readLast = async (ticketUrl: string) => (await read<Message[]>(`${ticketUrl}/messages?sort=-created_at`))[0];

    it('continues on its ticket, even with a sender who was in Cc, and marks unknown senders', async () => {
      const { ticketUrl, delivery } = await converse('known', ['copy@shop.example']);
      const answer = `\r\nIn-Reply-To: ${delivery.message_id_header}`;
      for (const [name, isKnown] of [
        ['known', true],
        ['copy', true],
        ['stranger', false],
      ] as const) {
        await send(mailFrom(`${name}@shop.example`, `answer-${name}`, answer));
        await processMails();
        assert.equal((await readLast(ticketUrl))?.sender_known, isKnown, name);
      }
      const { participants } = await read<Participants>(`${ticketUrl}/participants`);
      assert.deepEqual(
        participants.filter(({ role }) => role === 'seen').map(({ email }) => email),
        ['stranger@shop.example'],
      );
      assert.equal((await read<Ticket>(ticketUrl)).messages_count, 5);
    });

    it('reopens the ticket of a bounced reply, and marks the ticket as undelivered', async () => {
      const { ticketUrl, delivery } = await converse('bounced', []);
      await api().call('PATCH', ticketUrl, { body: { state: 'closed' } });
      // Only a sent mail can bounce, but this desk captures its mail.
      await api().database.transaction(async writes => {
        const [reached, sent] = [recipientStates.indexOf('sent'), deliveryStates.indexOf('sent')];
        await writes.updateTable('delivery_recipients').set({ state: reached }).execute();
        await writes.updateTable('deliveries').set({ state: sent }).where('id', '=', delivery.id).execute();
      });
      const status = 'Final-Recipient: rfc822; bounced@shop.example\r\nAction: failed\r\nStatus: 5.1.1';
      const part = (type: string, text: string) => `--r\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
      const report = [
        part('text/plain', 'Nobody has this address.'),
        part('message/delivery-status', `Reporting-MTA: dns; mx.example\r\n\r\n${status}`),
        part('text/rfc822-headers', `Message-ID: ${delivery.message_id_header}`),
      ];
      const head = 'From: MAILER-DAEMON\r\nSubject: Undelivered\r\nContent-Type: multipart/report; boundary=r';
      await send(write(head, `${report.join('')}--r--`));
      await processMails();
      assert.partialDeepStrictEqual(await read<Ticket>(ticketUrl), { state: 'open', undelivered: true });
      const { recipients } = await read<Delivery>(`/v1/deliveries/${delivery.id}`);
      assert.partialDeepStrictEqual(recipients, [{ email: 'bounced@shop.example', state: 'bounced' }]);
      assert.partialDeepStrictEqual(await readLast(ticketUrl), { automatic: true, author_name: 'Mail system' });
    });
  });

  describe('mail of a sender who writes too often', () => {
    it('is held after 10 tickets or 30 mails in an hour', async () => {
      const states: string[] = [];
      for (let index = 0; index < 32; index++) {
        const answer = index < 11 ? '' : '\r\nIn-Reply-To: <often-0@shop.example>';
        const { body } = await send(mailFrom('often@shop.example', `often-${index}`, answer));
        await processMails();
        const { state, reason } = await read<Mail>(body.url);
        states.push(state === 'held' ? `${index} ${reason}` : state);
      }
      assert.deepEqual(
        states.filter(state => state !== 'processed'),
        ['10 sender_rate', '31 sender_rate'],
      );
    });
  });

  describe('PUT of the processing', () => {
    it('200 with `as: new_ticket` creates a ticket without a customer', async () => {
      const mail = await sendHeld('as-new');
      assert.equal((await read<Mail>(mail.url)).reason, 'no_sender');
      const { status, body } = await api().call<Mail>('PUT', `${mail.url}/processing`, { body: { as: 'new_ticket' } });
      assert.deepEqual([status, body.state], [200, 'received']);
      await processMails();
      const { ticket_id } = await read<Mail>(mail.url);
      assert.partialDeepStrictEqual(await read<Ticket>(`/v1/tickets/${ticket_id}`), {
        subject: 'No sender',
        customer_email: null,
      });
    });

    it('200 with `as: ticket` adds the mail to the given ticket', async () => {
      const ticket = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } })).body;
      const mail = await sendHeld('as-ticket');
      const body = { as: 'ticket', ticket_id: ticket.id };
      await api().call('PUT', `${mail.url}/processing`, { body });
      await processMails();
      assert.equal((await read<Mail>(mail.url)).ticket_id, ticket.id);
    });

    it('200 with `as: plain_ticket` creates a ticket from a mail that cannot be parsed', async () => {
      const parts = `${'--b\r\n\r\nx\r\n'.repeat(600)}--b--`;
      const { body: mail } = await send(
        write('From: a@parts.example\r\nSubject: Parts\r\nContent-Type: multipart/mixed; boundary=b', parts),
      );
      await processMails();
      assert.partialDeepStrictEqual(await read<Mail>(mail.url), {
        state: 'failed',
        reason: 'too_many_parts',
        subject: 'Parts',
      });
      await api().call('PUT', `${mail.url}/processing`, { body: { as: 'plain_ticket' } });
      await processMails();
      const { ticket_id } = await read<Mail>(mail.url);
      assert.partialDeepStrictEqual(await read<Ticket>(`/v1/tickets/${ticket_id}`), {
        ...{ subject: 'Parts', customer_email: 'a@parts.example' },
      });
    });

    it('200 with `as: new_ticket` uses the default mailbox for a mail whose mailbox was deleted', async () => {
      const body = { name: 'Closed', address: 'closed@desk.example' };
      const { url } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      const text = write('Subject: No sender either');
      const { body: mail } = await api().call<Mail>('POST', `${url}/mails`, { text, type: rfc822 });
      await processMails();
      assert.equal((await api().call('DELETE', url, { as: 'admin' })).status, 204);
      const processAs = async (as: string) => {
        await api().call('PUT', `${mail.url}/processing`, { body: { as } });
        await processMails();
        return read<Mail>(mail.url);
      };
      assert.equal((await processAs('automatic')).reason, 'mailbox_deleted');
      const { ticket_id } = await processAs('new_ticket');
      const { mailbox_id } = await read<Ticket>(`/v1/tickets/${ticket_id}`);
      assert.equal(inbox, `${(await read<Mailbox>(`/v1/mailboxes/${mailbox_id}`)).url}/mails`);
    });

    it('200 with `as: automatic` applies the rules again', async () => {
      const mail = await sendHeld('as-automatic');
      await api().call('PUT', `${mail.url}/processing`, { body: { as: 'automatic' } });
      await processMails();
      assert.equal((await read<Mail>(mail.url)).state, 'held');
    });

    it('409 for a mail on a ticket, 422 without `as` and for a missing, unknown or unexpected `ticket_id`', async () => {
      const { body: processed } = await send(mailFrom('b@shop.example', 'again'));
      await processMails();
      const put = async (mail: Mail, body: object) =>
        (await api().call('PUT', `${mail.url}/processing`, { body })).status;
      assert.equal(await put(processed, { as: 'new_ticket' }), 409);
      const held = await sendHeld('references');
      assert.equal(await put(held, { as: 'ticket' }), 422);
      assert.equal(await put(held, { as: 'ticket', ticket_id: 'none' }), 422);
      assert.equal(await put(held, { as: 'new_ticket', ticket_id: '1' }), 422);
      assert.equal(await put(held, {}), 422);
    });

    it('410 for an ignored mail whose bytes were deleted at the end of their retention', async () => {
      await send(mailFrom('old@shop.example', 'old'));
      const { body: copy } = await send(mailFrom('old@shop.example', 'old', '\r\nReceived: from a copy'));
      await processMails();
      assert.equal((await read<Mail>(copy.url)).reason, 'duplicate');
      await deleteOldRawMails(api().database, Date.now() + 1000);
      for (const as of ['automatic', 'new_ticket', 'plain_ticket']) {
        const { status, body } = await api().call('PUT', `${copy.url}/processing`, { body: { as } });
        assert.deepEqual([status, body.code], [410, 41000]);
      }
      assert.equal((await read<Mail>(copy.url)).state, 'ignored');
      assert.equal((await api().call('DELETE', copy.url)).status, 204);
    });
  });

  it('204 for DELETE of a held mail, then 410', async () => {
    const mail = await sendHeld('discarded');
    assert.equal((await api().call('DELETE', mail.url)).status, 204);
    assert.equal((await api().call('GET', mail.url)).body.code, 41006);
  });

  it('200 for GET of mails by state, reason, mailbox and ticket, newest first', async () => {
    const held = await sendHeld('listed');
    const list = async (query: string) => (await read<Mail[]>(`/v1/mails?per_page=100&${query}`)).map(({ id }) => id);
    assert.equal((await list('state=held,failed'))[0], held.id);
    assert.equal((await list('reason=no_sender')).includes(held.id), true);
    assert.deepEqual(await list('reason=duplicate'), []);
    assert.equal((await list(`mailbox_id=${held.mailbox_id}`)).includes(held.id), true);
    assert.deepEqual(await list('mailbox_id=none'), []);
    assert.deepEqual(await list('ticket_id=none'), []);
    assert.equal((await list('state=processed')).includes(held.id), false);
  });

  it('200 for GET of the raw mail as a download, 304 for its ETag', async () => {
    const text = mailFrom('raw@shop.example', 'raw', '\r\nX-Bytes: \u00fc');
    const { body } = await send(text);
    const { headers, ...raw } = await api().call('GET', `${body.url}/raw`);
    assert.equal(raw.text, text);
    assert.equal(headers.get('content-type'), rfc822);
    assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
    const again = await api().call('GET', `${body.url}/raw`, {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  });
});
