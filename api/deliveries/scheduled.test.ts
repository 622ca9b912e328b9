import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Mailbox } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';
import { createMailDesk, customer } from './testing/mail-desk.ts';

const [hour, day] = [3_600_000, 86_400_000];

forEachApi(api => {
  const desk = createMailDesk(api);
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await desk.addMailbox();
  });
  const inHours = (hours: number) => new Date(api().clock.now() + hours * hour).toISOString();
  const schedule = async () => {
    const ticket = await desk.addTicket(mailbox);
    const message = await desk.reply(ticket, { send_after: inHours(2) });
    return { ticket, message, read: () => desk.readDelivery(message.delivery_id) };
  };
  const runLater = async () => {
    api().clock.advance(3 * hour);
    await api().runJobs();
  };

  describe('a scheduled reply', () => {
    it('does not count as an answer until it is sent at its time', async () => {
      const { ticket, message, read } = await schedule();
      await api().runJobs();
      assert.partialDeepStrictEqual(await read(), { state: 'held', reason: null, send_after: message.send_after });
      const before = { awaiting_reply: true, last_message_at: null, messages_count: 1 };
      assert.partialDeepStrictEqual(await desk.readTicket(ticket), before);
      await runLater();
      assert.equal((await read()).state, 'captured');
      const { awaiting_reply, last_message_at } = await desk.readTicket(ticket);
      assert.equal(awaiting_reply, false);
      assert.ok((last_message_at ?? '') > (message.send_after ?? ''));
    });

    it('is sent immediately for a past time, and rejected for a time more than a year ahead', async () => {
      const ticket = await desk.addTicket(mailbox);
      const { send_after, delivery_id } = await desk.reply(ticket, { send_after: inHours(-1) });
      await api().runJobs();
      assert.deepEqual([send_after, (await desk.readDelivery(delivery_id)).state], [null, 'captured']);
      const body = { body: 'x', send_after: inHours(370 * 24) };
      const response = await api().call('POST', `${ticket.url}/messages`, { body });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['send_after', 1009]]]);
    });

    it('is held if the customer writes first, and sent only on demand', async () => {
      const { ticket, message, read } = await schedule();
      await desk.reply(ticket, { direction: 'in' });
      assert.partialDeepStrictEqual(await read(), { state: 'held', reason: 'customer_replied' });
      const postponed = await api().call('PATCH', message.url, { body: { send_after: inHours(1) } });
      assert.deepEqual(getStatusAndFieldErrors(postponed), [422, [['send_after', 1005]]]);
      await runLater();
      assert.equal((await read()).state, 'held');
      await api().call('PUT', `/v1/deliveries/${(await read()).id}/attempt`);
      await api().runJobs();
      assert.partialDeepStrictEqual(await read(), { state: 'captured', reason: null });
      assert.equal((await desk.readTicket(ticket)).awaiting_reply, false, 'the reply is newer');
    });

    it('is held if the ticket was closed', async () => {
      const { ticket, read } = await schedule();
      await api().call('PATCH', ticket.url, { body: { state: 'closed' } });
      await runLater();
      assert.partialDeepStrictEqual(await read(), { state: 'held', reason: 'ticket_closed' });
    });

    it('is sent as edited, at the new time, to the new recipients', async () => {
      const { message, read } = await schedule();
      const body = { body: 'Better', send_after: inHours(10), cc: [{ email: 'boss@customer.example' }] };
      await api().call('PATCH', message.url, { body });
      await runLater();
      assert.equal((await read()).state, 'held');
      api().clock.advance(day);
      await api().runJobs();
      const { state, recipients } = await read();
      assert.deepEqual(
        [state, recipients.map(({ email }) => email)],
        ['captured', [customer, 'boss@customer.example']],
      );
      const late = await api().call('PATCH', message.url, { body: { cc: [], body: 'Later' } });
      assert.deepEqual(getStatusAndFieldErrors(late), [422, [['cc', 1005]]]);
      assert.equal((await api().call('PUT', message.url, { body: { body: 'Corrected' } })).status, 200);
    });

    it('cannot be created from a reply whose mail is queued', async () => {
      const { url } = await desk.reply(await desk.addTicket(mailbox));
      const postponed = await api().call('PATCH', url, { body: { send_after: inHours(2) } });
      assert.deepEqual(getStatusAndFieldErrors(postponed), [422, [['send_after', 1005]]]);
      const copied = await api().call('PATCH', url, { body: { cc: [{ email: 'boss@customer.example' }] } });
      assert.equal(copied.status, 200);
    });

    it('has no `send_after` if it is not mailed', async () => {
      const { url } = await desk.reply(await desk.addTicket(mailbox), { type: 'note', send_after: inHours(2) });
      const { body } = await api().call('PATCH', url, { body: { send_after: inHours(4) } });
      assert.partialDeepStrictEqual(body, { send_after: null });
    });

    it('is cancelled on demand, and when its message becomes a note', async () => {
      const { ticket, message, read } = await schedule();
      assert.equal((await api().call('DELETE', `/v1/deliveries/${message.delivery_id}`)).status, 204);
      const other = await schedule();
      await desk.reply(other.ticket, { direction: 'in' });
      await api().call('PATCH', other.message.url, { body: { type: 'note' } });
      await runLater();
      for (const delivery of [await read(), await other.read()])
        assert.partialDeepStrictEqual(delivery, { state: 'cancelled', reason: null });
      assert.equal((await desk.readTicket(ticket)).awaiting_reply, true);
      const again = await api().call('PUT', `/v1/deliveries/${message.delivery_id}/attempt`);
      assert.deepEqual([again.status, again.body.code], [409, 40905]);
    });
  });

  describe('a scheduled reply that becomes a note', () => {
    it('counts from its creation, like other notes', async () => {
      const { ticket, message } = await schedule();
      await api().call('PATCH', message.url, { body: { type: 'note' } });
      const { messages_count, last_message_at } = await desk.readTicket(ticket);
      assert.deepEqual([messages_count, last_message_at], [1, message.created_at]);
    });
  });

  describe('a discarded job', () => {
    it('is created again for queued and scheduled mail, but not for mail that waits for a person', async () => {
      await runLater();
      const [waiting, held] = [await schedule(), await schedule()];
      await desk.reply(held.ticket, { direction: 'in' });
      const queued = await desk.reply(await desk.addTicket(mailbox));
      const { read, transaction } = api().database;
      await transaction(writes => writes.deleteFrom('jobs').execute());
      const handler = api().handlers.find(({ kind }) => kind === 'send_delivery');
      for (const _ of ['creates the jobs', 'changes nothing']) {
        await handler?.ensureJobs?.(api().database);
        const jobs = await read.selectFrom('jobs').select(['key', 'version']).execute();
        assert.deepEqual(
          new Map(jobs.map(({ key, version }) => [key, version])),
          new Map([waiting.message, queued].map(({ delivery_id }) => [delivery_id, 1])),
        );
      }
      await runLater();
      for (const { delivery_id } of [waiting.message, queued])
        assert.equal((await desk.readDelivery(delivery_id)).state, 'captured');
    });
  });
});
