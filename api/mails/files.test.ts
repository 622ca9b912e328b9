import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Mail, Mailbox, Message, Ticket } from '#contract';
import { mailMediaType } from '#contract/mails';
import { forEachApi } from '../testing/api.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

forEachApi(api => {
  let inbox: string;
  before(async () => {
    const body = { name: 'Support', address: 'support@desk.example' };
    inbox = `${(await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body.url}/mails`;
  });

  let mails = 0;
  const write = (type: string, body: string) =>
    [
      ...['From: ada@shop.example', 'To: support@desk.example', `Subject: Mail ${++mails}`],
      ...['Date: Mon, 23 Nov 2026 10:00:00 +0000', `Content-Type: ${type}`, '', body],
    ].join('\r\n');
  const receive = async (text: string): Promise<Mail> => {
    const { url } = (await api().call<Mail>('POST', inbox, { text, type: mailMediaType })).body;
    await api().runJobs();
    return (await api().call<Mail>('GET', url)).body;
  };
  const readMessage = async (mail: Mail): Promise<Message> => {
    const { ticket_id, message_id } = (await api().call<Mail>('GET', mail.url)).body;
    return (await api().call<Message>('GET', `/v1/tickets/${ticket_id}/messages/${message_id}`)).body;
  };
  const download = async (file: Message['attachments'][number] | undefined) =>
    (await api().call('GET', `${file?.url}/content`, { as: 'viewer' })).text;

  describe('the files of an incoming mail', () => {
    it('become attachments of its message, and the text refers to the inline pictures', async () => {
      const message = await readMessage(
        await receive(
          write(
            'multipart/related; boundary=b',
            [
              ...['--b', 'Content-Type: text/html', '', '<p>Smoke: <img src="cid:photo@shop" alt="a photo"></p>'],
              ...['--b', 'Content-Type: image/png; name=photo.png', 'Content-ID: <photo@shop>'],
              ...['Content-Transfer-Encoding: base64', '', png],
              ...['--b', 'Content-Type: text/plain; name=log.txt', 'Content-Disposition: attachment', '', 'It smokes.'],
              '--b--',
            ].join('\r\n'),
          ),
        ),
      );
      const [photo, log] = message.attachments;
      assert.equal(message.body, `Smoke: ![a photo](attachment:${photo?.id})`);
      assert.deepEqual(message.attachment_ids, [photo?.id, log?.id]);
      assert.partialDeepStrictEqual(photo, { name: 'photo.png', type: 'image/png', width: 1, inline: true });
      assert.equal((await download(log)).trim(), 'It smokes.');
    });

    it('include the whole text of the mail if the text is too long to show', async () => {
      const text = 'The printer smokes. '.repeat(10_000);
      const { body, attachments } = await readMessage(await receive(write('text/plain', text)));
      assert.match(body, /The whole text is attached/);
      assert.deepEqual(
        attachments.map(({ name, declared_type }) => [name, declared_type]),
        [['message.txt', 'text/plain; charset=utf-8']],
      );
      assert.equal((await download(attachments[0])).trim(), text.trim());
    });

    it('include the original of a mail that is too complex to parse', async () => {
      const raw = write('multipart/mixed; boundary=b', `${'--b\r\n\r\nx\r\n'.repeat(600)}--b--`);
      const mail = await receive(raw);
      assert.equal(mail.reason, 'too_many_parts');
      await api().call('PUT', `${mail.url}/processing`, { body: { as: 'plain_ticket' } });
      await api().runJobs();
      const { attachments } = await readMessage(mail);
      assert.partialDeepStrictEqual(attachments, [
        { name: 'message.eml', declared_type: mailMediaType, inline: false },
      ]);
      assert.equal(await download(attachments[0]), raw);
    });

    it('are deleted with the ticket', async () => {
      const mail = await receive(write('application/pdf; name=a.pdf', '%PDF-1.7'));
      const [file] = (await readMessage(mail)).attachments;
      await api().call('DELETE', `/v1/tickets/${mail.ticket_id}`);
      assert.equal((await api().call('GET', file?.url ?? '')).body.code, 41008);
    });

    it('are added to a message from before attachments existed, without changing the ticket’s updated_at', async () => {
      const mail = await receive(write('application/pdf; name=a.pdf', '%PDF-1.7'));
      const ticketUrl = `/v1/tickets/${mail.ticket_id}`;
      const before = (await api().call<Ticket>('GET', ticketUrl)).body;
      const { version } = await readMessage(mail);
      await api().database.transaction(async writes => {
        await writes.deleteFrom('attachments').where('message_id', '=', mail.message_id).execute();
        await writes.updateTable('messages').set({ attachments: null }).where('mail_id', '=', mail.id).execute();
        await writes.updateTable('mails').set({ lacks_files: 1 }).where('id', '=', mail.id).execute();
        await writes.insertInto('jobs').values(addMailFiles).execute();
      });
      api().clock.advance(1000);
      await api().runJobs();
      const message = await readMessage(mail);
      assert.equal(message.version, version + 1);
      assert.equal((await download(message.attachments[0])).trim(), '%PDF-1.7');
      const after = (await api().call<Ticket>('GET', ticketUrl)).body;
      assert.deepEqual([after.version, after.updated_at], [before.version + 1, before.updated_at]);
    });
  });
});

const addMailFiles = {
  ...({ kind: 'add_mail_files', key: 'all', payload: '{}', state: 0, run_at: 0, again: 0, attempts: 0 } as const),
  ...{ version: 1, created_at: 0, updated_at: 0, lease_until: 0 },
};
