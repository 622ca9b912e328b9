import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Attachment, Mail, Mailbox } from '#contract';
import { mailMediaType } from '#contract/mails';
import { markOmitted } from '../backup/copy-files.ts';
import { createMailDesk } from '../deliveries/testing/mail-desk.ts';
import { withApi } from '../testing/api.ts';

withApi(api => {
  const desk = createMailDesk(api);
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await desk.addMailbox();
  });

  const upload = async (text: string) =>
    (await api().call<Attachment>('POST', '/v1/attachments?name=a.txt', { text, type: 'text/plain' })).body;
  const reply = async (text: string) => desk.replyOnNewTicket(mailbox, { attachment_ids: [(await upload(text)).id] });
  const read = (path: string, headers = {}) => api().call<{ description: string }>('GET', path, { headers });

  it('410 for the files that a restored backup left out, until they are uploaded again', async () => {
    const text = 'From: a@shop.example\r\nSubject: Hello\r\n\r\nHello';
    const mail = (await api().call<Mail>('POST', `${mailbox.url}/mails`, { text, type: mailMediaType })).body;
    const sent = await (await reply('Sent'))();
    await api().runJobs();
    const waiting = await (await reply('Waiting'))();
    const attachment = await upload('Unattached');
    const content = `${attachment.url}/content`;
    await api().database.transaction(markOmitted);

    for (const [path, name] of [
      [content, `The content of the attachment ${attachment.id}`],
      [`/v1/deliveries/${sent.id}/raw`, `The source of the mail ${sent.id}`],
      [`/v1/deliveries/${waiting.id}/raw`, `A file of the mail ${waiting.id}`],
      [`${mail.url}/raw`, 'The original'],
      [`${mail.url}/original`, 'The original'],
    ] as const) {
      const { status, body } = await read(path);
      assert.deepEqual([status, body.description], [410, `${name} was not in the backup that was restored.`]);
    }
    const range = await read(content, { Range: 'bytes=0-3' });
    assert.deepEqual([range.status, range.headers.get('content-range')], [410, null]);
    assert.equal((await api().call('HEAD', content)).status, 410);
    await upload('Unattached');
    assert.equal((await read(content)).text, 'Unattached');
  });
});
