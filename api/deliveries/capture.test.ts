import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Mail, Mailbox, Message, Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { deleteOldSources } from './retention.ts';
import { createMailDesk, customer } from './testing/mail-desk.ts';

forEachApi(api => {
  const desk = createMailDesk(api);
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await desk.addMailbox(undefined, {}, { signature: 'Best,\n{agent name}' });
  });
  const write = (fields: object = {}) =>
    api().call<Mail>('POST', `${mailbox.url}/test_mails`, {
      body: { from: { name: 'Amélie', email: customer }, subject: 'Charged twice', body: 'Twice!', ...fields },
    });
  const readRaw = (id: string | null) => api().call('GET', `/v1/deliveries/${id}/raw`);
  const readThread = async (ticketId: string | null) =>
    (await api().call<Message[]>('GET', `/v1/tickets/${ticketId}/messages`)).body;

  describe('a mailbox that captures its mail', () => {
    it('shows the whole conversation on one ticket, without a mail server', async () => {
      const first = await write();
      assert.deepEqual([first.status, first.headers.get('location')], [201, first.body.url]);
      await api().runJobs();
      const { ticket_id } = (await api().call<Mail>('GET', first.body.url)).body;
      const ticket = (await api().call<Ticket>('GET', `/v1/tickets/${ticket_id}`)).body;
      assert.partialDeepStrictEqual(ticket, {
        subject: 'Charged twice',
        customer_email: customer,
        awaiting_reply: true,
      });

      const reply = await desk.reply(ticket, { body: 'Refunded.' });
      await api().runJobs();
      const { text, headers } = await readRaw(reply.delivery_id);
      assert.equal(headers.get('content-type'), 'message/rfc822');
      assert.match(text, /^Subject: Re: Charged twice\r$/m);
      assert.match(text, /^Reply-To: .*\+t[a-z2-7]+@/m);
      assert.match(text, /Refunded\.\r\n\r\n-- \r\nBest,\r\nThe agent/);
      const { message_id_header, subject } = await desk.readDelivery(reply.delivery_id);
      assert.match(text, /^In-Reply-To: <[0-9a-f]{32}@customer\.example>\r$/m);

      await write({ subject, body: 'Thank you', in_reply_to: message_id_header });
      await api().runJobs();
      const bodies = (await readThread(ticket_id)).map(({ body }) => body.trim());
      assert.deepEqual(bodies, ['Twice!', 'Refunded.', 'Thank you']);
    });

    it('shows a waiting mail as it would be sent now', async () => {
      const reply = await desk.reply(await desk.addTicket(mailbox), { body: 'Draft' });
      assert.match((await readRaw(reply.delivery_id)).text, /Draft/);
      await api().call('PATCH', reply.url, { body: { body: 'Final' } });
      assert.match((await readRaw(reply.delivery_id)).text, /Final/);
    });

    it('410 for the source of a mail after the end of its retention', async () => {
      const reply = await desk.reply(await desk.addTicket(mailbox));
      await api().runJobs();
      const { headers } = await readRaw(reply.delivery_id);
      const again = { 'If-None-Match': headers.get('etag') ?? '' };
      assert.equal(
        (await api().call('GET', `/v1/deliveries/${reply.delivery_id}/raw`, { headers: again })).status,
        304,
      );
      await deleteOldSources(api().database, api().clock.now() - 3_600_000);
      assert.equal((await readRaw(reply.delivery_id)).status, 200);
      await deleteOldSources(api().database, api().clock.now() + 1000);
      assert.equal((await readRaw(reply.delivery_id)).status, 410);
      assert.equal((await desk.readDelivery(reply.delivery_id)).state, 'captured');
    });

    it('409 for a test mail to a disabled mailbox', async () => {
      const other = await desk.addMailbox();
      await api().call('PATCH', other.url, { as: 'admin', body: { enabled: false } });
      const body = { from: { email: customer }, subject: 'a', body: 'b' };
      const response = await api().call('POST', `${other.url}/test_mails`, { body });
      assert.deepEqual([response.status, response.body.code], [409, 40907]);
    });
  });
});
