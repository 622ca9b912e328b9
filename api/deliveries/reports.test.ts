import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Customer, Event, Mailbox } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { enqueueAcknowledgement } from './acknowledgements.ts';
import { applyDeliveryReport, type DeliveryReport } from './delivery-reports.ts';
import { createMailDesk, customer } from './testing/mail-desk.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

forEachApi(api => {
  const desk = createMailDesk(api);
  let server: MailServer;
  let mailbox: Mailbox;
  before(async () => {
    server = await startMailServer();
    mailbox = await desk.addMailbox(server, {}, { acknowledgement: 'Hello {customer name}, this is #{ticket id}.' });
  });
  beforeEach(() => {
    server.arrived = [];
  });
  after(() => server.close());
  const failure = { email: customer, action: 'failed', status: '5.1.1', diagnostic: '550 Unknown user' };
  const report = (changes: Partial<DeliveryReport>) =>
    api().database.transaction(writes =>
      applyDeliveryReport(
        writes,
        api().stores.tickets,
        { deliveryN: null, messageId: null, recipients: [failure], ...changes },
        api().clock.now(),
      ),
    );
  const sendReply = async () => {
    const ticket = await desk.addTicket(mailbox);
    const { delivery_id } = await desk.reply(ticket, { cc: [{ email: 'boss@customer.example' }] });
    await api().runJobs();
    const delivery = await desk.readDelivery(delivery_id);
    return { ticket, delivery, messageId: delivery.message_id_header.slice(1, -1) };
  };

  describe('a report of a failed delivery', () => {
    it('marks the recipient and opens the ticket of the mail that the bounce address or the Message-ID identifies', async () => {
      for (const named of ['address', 'header']) {
        const { ticket, delivery, messageId } = await sendReply();
        await api().call('PATCH', ticket.url, { body: { state: 'closed' } });
        const { n } = await api()
          .database.read.selectFrom('deliveries')
          .select('n')
          .where('id', '=', delivery.id)
          .executeTakeFirstOrThrow();
        const applied = await report(named === 'address' ? { deliveryN: n } : { messageId });
        assert.deepEqual(applied, { ticketId: ticket.id });
        const { state, recipients } = await desk.readDelivery(delivery.id);
        assert.deepEqual([state, recipients.map(each => each.state)], ['bounced', ['bounced', 'sent']]);
        assert.equal(recipients[0]?.response, '5.1.1 550 Unknown user');
        assert.partialDeepStrictEqual(await desk.readTicket(ticket), { state: 'open', undelivered: true });
        const [last] = (await api().call<Event[]>('GET', `/v1/events?ticket_id=${ticket.id}`)).body;
        assert.equal(last?.type, 'message.failed');
      }
    });

    it('changes nothing if it is repeated, is about a delay, or is about mail of another desk', async () => {
      const { ticket, delivery, messageId } = await sendReply();
      await report({ messageId, recipients: [{ ...failure, action: 'delayed' }] });
      assert.equal((await desk.readDelivery(delivery.id)).state, 'sent');
      await report({ messageId });
      const before = await desk.readTicket(ticket);
      await report({ messageId });
      assert.deepEqual(await desk.readTicket(ticket), before);
      assert.equal(await report({ messageId: 'unknown@desk.example' }), null);
    });

    it('opens the ticket if the report arrives while the mail waits for another recipient', async () => {
      server.script = { onRecipient: email => (email === customer ? undefined : [451, '4.2.0 Greylisted']) };
      const { ticket, delivery, messageId } = await sendReply();
      await report({ messageId });
      assert.equal((await desk.readDelivery(delivery.id)).state, 'queued');
      server.script = {};
      api().clock.advance(3_600_000);
      await api().runJobs();
      const { state, recipients } = await desk.readDelivery(delivery.id);
      assert.deepEqual([state, recipients.map(each => each.state)], ['bounced', ['bounced', 'sent']]);
      assert.equal((await desk.readTicket(ticket)).undelivered, true);
    });

    it('leaves the ticket undelivered until a later reply reaches the address', async () => {
      const { ticket, messageId } = await sendReply();
      await report({ messageId });
      await desk.reply(ticket, { to: [{ email: 'else@customer.example' }] });
      await api().runJobs();
      assert.equal((await desk.readTicket(ticket)).undelivered, true);
      await desk.reply(ticket);
      await api().runJobs();
      assert.equal((await desk.readTicket(ticket)).undelivered, false);
    });
  });

  describe('an acknowledgement', () => {
    const acknowledge = async (email: string) => {
      const { n, id, subject, customer_email } = await desk
        .addTicket(mailbox, { customer_email: email })
        .then(async ({ id }) =>
          api().database.read.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        );
      await api().database.transaction(writes =>
        enqueueAcknowledgement(
          writes,
          mailbox,
          { n, id, subject, customer_email, customer_name: null },
          { name: '', email },
          api().clock.now(),
        ),
      );
      await api().runJobs();
      return id;
    };

    it('answers a sender at most once a day, with a mail that is marked as automatic', async () => {
      const id = await acknowledge('daily@customer.example');
      await acknowledge('Daily@customer.example');
      assert.equal(server.arrived.length, 1);
      assert.match(server.arrived[0]?.raw ?? '', new RegExp(`Hello daily@customer\\.example, this is #${id}\\.`));
      assert.match(server.arrived[0]?.raw ?? '', /^Auto-Submitted: auto-generated\r$/m);
      api().clock.advance(25 * 3_600_000);
      await acknowledge('daily@customer.example');
      assert.equal(server.arrived.length, 2);
    });

    const path = `/v1/customers/${customer}`;
    const readCustomer = async () => (await api().call<Customer>('GET', path)).body;

    it('is not sent to a bounced address, even after a later reply, until an agent clears the bounce', async () => {
      const first = await sendReply();
      await api().call('DELETE', `${path}/bounce`);
      const before = await readCustomer();
      assert.equal(before.bounce, null);
      await report({ messageId: first.messageId, recipients: [{ ...failure, status: '4.4.7' }] });
      assert.deepEqual(await readCustomer(), before);
      await report({ messageId: (await sendReply()).messageId });
      const marked = await readCustomer();
      assert.equal(marked.bounce?.response, '5.1.1 550 Unknown user');
      await report({ messageId: (await sendReply()).messageId });
      assert.equal((await readCustomer()).bounce?.since, marked.bounce?.since);
      await sendReply();
      server.arrived = [];
      await acknowledge(customer);
      assert.equal(server.arrived.length, 0);
      for (const _ of [1, 2]) assert.equal((await api().call('DELETE', `${path}/bounce`)).status, 204);
      const cleared = await readCustomer();
      assert.deepEqual([cleared.bounce, cleared.version > marked.version], [null, true]);
      await acknowledge(customer);
      assert.equal(server.arrived.length, 1);
    });

    it('that fails does not mark the ticket as undelivered', async () => {
      server.script = { onRecipient: () => [550, '5.1.1 Unknown user'] };
      const id = await acknowledge('gone@customer.example');
      assert.equal((await desk.readTicket({ id })).undelivered, false);
      server.script = {};
    });
  });
});
