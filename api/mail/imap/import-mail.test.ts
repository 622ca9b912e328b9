import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Delivery, Mail, Message } from '#contract';
import { maxMailBytes } from '#contract/mails';
import { forEachApi } from '../../testing/api.ts';
import { createPollingDesk } from './testing/polling-desk.ts';

const day = 86_400_000;

forEachApi(api => {
  const desk = createPollingDesk(api);
  const { start, connect } = desk;

  describe('a mailbox with an IMAP server', () => {
    it('imports only new mail, each mail once and in order, and acknowledges it', async () => {
      const { server, mailbox } = await connect({}, { acknowledgement: 'Thank you.' });
      assert.deepEqual(await desk.readSubjects(mailbox), []);
      for (const subject of ['First', 'Second']) desk.deliver(server, subject);
      await desk.poll();
      desk.deliver(server, 'Third');
      await desk.poll();
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['First', 'Second', 'Third']);
      assert.deepEqual(
        server.folders.get('INBOX')?.mails.map(({ flags }) => flags.size),
        [0, 0, 0, 0],
      );
      assert.ok(!server.commands.includes('SELECT'), 'A folder that stays unchanged is opened read-only.');
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
      const deliveries = await api().call<Delivery[]>('GET', `/v1/deliveries?mailbox_id=${mailbox.id}`);
      assert.deepEqual(
        deliveries.body.map(({ kind }) => kind),
        Array.from({ length: 3 }, () => 'acknowledgement'),
      );
    });

    it('imports older mail only if it arrived after import_since, without acknowledgements', async () => {
      const server = await start();
      for (const days of [30, 9, 8, 2]) desk.deliver(server, `${days} days old`, {}, days * day);
      const import_since = new Date(api().clock.now() - 8.5 * day).toISOString();
      const mailbox = await desk.addMailbox(server, { import_since }, { acknowledgement: 'Thank you.' });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['8 days old', '2 days old']);
      const deliveries = await api().call<Delivery[]>('GET', `/v1/deliveries?mailbox_id=${mailbox.id}`);
      assert.deepEqual(deliveries.body, []);
      await desk.change(mailbox, { import_since: new Date(api().clock.now() - 20 * day).toISOString() });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['8 days old', '2 days old', '9 days old']);
    });

    it('recognizes imported mail after the folder got new UIDs, and imports mail that arrived meanwhile', async () => {
      const { server, mailbox } = await connect();
      desk.deliver(server, 'Before');
      await desk.poll();
      desk.deliver(server, 'Meanwhile');
      server.renumber();
      desk.deliver(server, 'After');
      await desk.poll();
      server.renumber();
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Before', 'Meanwhile', 'After']);
    });

    it('imports mail that arrived after the server was restored with lower UIDs', async () => {
      const { server, mailbox } = await connect();
      for (const subject of ['Kept', 'Lost']) desk.deliver(server, subject);
      await desk.poll();
      const inbox = server.folders.get('INBOX');
      assert.ok(inbox);
      inbox.uidNext = inbox.mails.pop()?.uid ?? 0;
      await desk.poll();
      desk.deliver(server, 'After the restore');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Kept', 'Lost', 'After the restore']);
    });

    it('imports mail whose date or size the server does not report', async () => {
      const server = await start();
      for (const date of ['unknown', 'NIL']) desk.deliver(server, `Date ${date}`, { date });
      desk.deliver(server, '', { bytes: Buffer.alloc(9e6, 'Subject: Size NIL\r\n\r\n'), size: 'NIL' });
      const mailbox = await desk.addMailbox(server, { import_since: new Date(api().clock.now() - day).toISOString() });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Date unknown', 'Date NIL', 'Size NIL']);
    });

    it('imports the headers and text of a mail that is too large, and lists its other files', async () => {
      const { server, mailbox } = await connect();
      const text = '("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "8BIT" 9 1)';
      const file = `("APPLICATION" "ZIP" ("NAME" "plans.zip") NIL NIL "BASE64" ${30 * 1024 * 1024})`;
      const large = {
        size: 31 * 1024 * 1024,
        structure: `(${text}${file} "MIXED")`,
        parts: { 1: Buffer.from('See é.') },
      };
      desk.deliver(server, 'Large', large);
      desk.deliver(server, 'Larger than announced', {
        bytes: Buffer.alloc(maxMailBytes + 1, 'Subject: x\r\n\r\n'),
        size: 24e6,
      });
      desk.deliver(server, 'Next');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Large', 'x', 'Next']);
      const [mail] = (await api().call<Mail[]>('GET', `/v1/mails?mailbox_id=${mailbox.id}&sort=created_at`)).body;
      const messages = await api().call<Message[]>('GET', `/v1/tickets/${mail?.ticket_id}/messages`);
      assert.match(messages.body[0]?.body ?? '', /^See é\.\n\nThis mail is 31 MB.*plans\.zip \(30 MB\)\./);
    });

    it('imports only new mail after a change of folder, and continues by date after a change of host', async () => {
      const { server, mailbox } = await connect();
      server.folders.set('Sales', { uidvalidity: 1, uidNext: 1, mails: [] });
      server.deliver('Subject: Old sale\r\n\r\n', {}, 'Sales');
      await desk.change(mailbox, { folder: 'Sales' });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), []);
      await desk.change(mailbox, { host: 'localhost', password: 'secret' });
      server.deliver('From: a@b.example\r\nSubject: Sale\r\n\r\n', { arrivedAt: api().clock.now() }, 'Sales');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Sale']);
      await desk.change(mailbox, { folder: 'Nowhere' });
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.error, 'The folder “Nowhere” does not exist');
    });
  });
});
