import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import type { Attachment, Mail, Mailbox, Message } from '#contract';
import { largestMessageBytes } from '#contract/attachments';
import { defaultSettings } from '#contract/default-settings';
import { type ScanState, scanStates } from '#contract/enums';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { FileLocation } from '../files/driver.ts';
import { setLocation } from '../files/files.ts';
import { forEachApi } from '../testing/api.ts';
import { deleteOldSources } from './retention.ts';
import { createMailDesk, customer } from './testing/mail-desk.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const hash = (bytes: ArrayBuffer | Buffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

forEachApi(api => {
  const desk = createMailDesk(api);
  let server: MailServer;
  let capturing: Mailbox;
  let sending: Mailbox;
  before(async () => {
    server = await startMailServer();
    [capturing, sending] = [await desk.addMailbox(), await desk.addMailbox(server)];
  });
  after(() => server.close());

  const upload = async (bytes: Buffer, name: string, type = 'application/octet-stream') => {
    const path = `/v1/attachments?name=${encodeURIComponent(name)}`;
    return (await api().call<Attachment>('POST', path, { text: new Blob([new Uint8Array(bytes)]), type })).body;
  };
  const readRaw = async (id: string | null, headers = {}) => api().call('GET', `/v1/deliveries/${id}/raw`, { headers });
  const parse = async (raw: string) => {
    const { attachments, html = '', text = '' } = await PostalMime.parse(raw);
    const files = attachments.map(({ filename, mimeType, content, disposition, contentId }) => {
      const sha256 = hash(content as ArrayBuffer);
      return { name: filename, type: mimeType, sha256, disposition, contentId };
    });
    return { files, html, text };
  };

  describe('a reply with files', () => {
    it('is mailed with its files and their names and types, and its source has the sent bytes', async () => {
      const files = [
        await upload(randomBytes(300_000), 'Ärger "1".pdf', 'application/pdf'),
        await upload(Buffer.from('Line\nline'), 'a.txt', 'text/plain; charset=utf-8'),
        await upload(Buffer.from('--x\r\n\r\nInner'), 'parts', 'multipart/mixed; boundary=x'),
      ];
      const read = await desk.replyOnNewTicket(sending, { attachment_ids: files.map(({ id }) => id) });
      const { id } = await read();
      const waiting = await readRaw(id);
      await api().runJobs();
      assert.equal((await read()).state, 'sent');
      const { raw = '' } = server.arrived.at(-1) ?? {};
      const sent = await parse(raw);
      assert.deepEqual(
        sent.files.map(({ name, type, sha256 }) => [name, type, sha256]),
        [
          ['Ärger "1".pdf', 'application/pdf', files[0]?.sha256],
          ['a.txt', 'text/plain', files[1]?.sha256],
          ['parts', 'application/octet-stream', files[2]?.sha256],
        ],
      );
      const stored = await readRaw(id);
      assert.equal(stored.text, raw);
      assert.equal(waiting.text.replace(/^Date: .*$/m, ''), raw.replace(/^Date: .*$/m, ''));
      assert.equal((await readRaw(id, { Range: 'bytes=0-9' })).text, raw.slice(0, 10));
    });

    it('shows the pictures of its text, and attaches its other files', async () => {
      const [shown, other] = [await upload(png, 'a.png', 'image/png'), await upload(png, 'b.png', 'image/png')];
      const body = `See ![the <stain>](attachment:${shown.id}) and ![](attachment:99999) here`;
      const read = await desk.replyOnNewTicket(capturing, { body, attachment_ids: [shown.id, other.id] });
      await api().runJobs();
      const { files, html, text } = await parse((await readRaw((await read()).id)).text);
      const [inline] = files.filter(({ disposition }) => disposition === 'inline');
      assert.deepEqual([files.length, inline?.name], [2, 'a.png']);
      assert.match(html, new RegExp(`<img src="cid:${inline?.contentId?.slice(1, -1)}" alt="the <stain>"`));
      assert.equal(html.match(/<img/g)?.length, 1);
      assert.equal(text.trim(), 'See [the <stain>] and  here');
    });

    it('is mailed with the files that its message has when it is sent', async () => {
      const [first, second] = [await upload(png, 'a.png'), await upload(png, 'b.png')];
      const ticket = await desk.addTicket(capturing);
      const message = await desk.reply(ticket, { attachment_ids: [first.id] });
      await api().call('PATCH', message.url, { body: { attachment_ids: [second.id] } });
      await api().runJobs();
      const { files } = await parse((await readRaw(message.delivery_id)).text);
      assert.deepEqual(
        files.map(({ name }) => name),
        ['b.png'],
      );
    });

    describe('that are scanned for viruses', () => {
      const setScan = ({ id }: Attachment, state: ScanState) =>
        api().database.transaction(async writes => {
          const scan = encodeEnum(scanStates, state);
          await writes.updateTable('attachments').set({ scan }).where('id', '=', id).execute();
        });
      const runLater = async () => {
        api().clock.advance(16_000);
        await api().runJobs();
      };
      /** Creates a reply with a clean file and a file in this state. */
      const reply = async (mailbox: Mailbox, state: ScanState) => {
        const [clean, other] = [await upload(png, 'a.png'), await upload(png, 'b.png')];
        await setScan(clean, 'clean');
        await setScan(other, state);
        const ticket = await desk.addTicket(mailbox);
        const message = await desk.reply(ticket, { attachment_ids: [clean.id, other.id] });
        await api().runJobs();
        return { message, clean, other, read: () => desk.readDelivery(message.delivery_id) };
      };

      it('waits until all files are scanned, and is then sent automatically', async () => {
        for (const state of ['pending', 'failed'] as const) {
          const arrived = server.arrived.length;
          const { other, read } = await reply(sending, state);
          assert.partialDeepStrictEqual(await read(), { state: 'held', reason: 'file_not_scanned' });
          const raw = await readRaw((await read()).id);
          assert.deepEqual([raw.status, raw.headers.get('Retry-After')], [409, '5']);
          await api().call('PUT', `/v1/deliveries/${(await read()).id}/attempt`);
          await runLater();
          assert.deepEqual([(await read()).state, server.arrived.length], ['held', arrived]);
          await setScan(other, 'clean');
          await runLater();
          assert.partialDeepStrictEqual(await read(), { state: 'sent', reason: null });
          assert.equal((await parse(server.arrived.at(-1)?.raw ?? '')).files.length, 2);
        }
      });

      it('stays held after the infected file is removed, until a person sends it', async () => {
        const { message, clean, other, read } = await reply(capturing, 'pending');
        await setScan(other, 'infected');
        await runLater();
        const { id, state, reason } = await read();
        assert.deepEqual([state, reason, (await readRaw(id)).status], ['held', 'file_infected', 403]);
        await api().call('PATCH', message.url, { body: { attachment_ids: [clean.id] } });
        await runLater();
        assert.equal((await read()).state, 'held');
        await api().call('PUT', `/v1/deliveries/${id}/attempt`);
        await api().runJobs();
        assert.equal((await read()).state, 'captured');
      });

      it('is not sent with a file that is found infected during the SMTP session', async () => {
        const file = await upload(png, 'a.png');
        const arrived = server.arrived.length;
        const read = await desk.replyOnNewTicket(sending, { attachment_ids: [file.id] });
        server.script.onRecipient = async () => void (await setScan(file, 'infected'));
        await api().runJobs();
        delete server.script.onRecipient;
        assert.partialDeepStrictEqual(await read(), { state: 'held', reason: 'file_infected' });
        assert.equal(server.arrived.length, arrived);
      });
    });

    it('is held if a restored backup lacks one of its files, and can be sent after the file is removed', async () => {
      const file = await upload(randomBytes(1000), 'a.bin');
      const ticket = await desk.addTicket(capturing);
      const message = await desk.reply(ticket, { attachment_ids: [file.id] });
      const moveTo = (location: FileLocation) =>
        api().database.transaction(writes => setLocation(writes, file.sha256, location));
      await moveTo('none');
      await api().runJobs();
      const held = await desk.readDelivery(message.delivery_id);
      assert.deepEqual([held.state, held.reason], ['held', 'file_missing']);
      await api().call('PATCH', message.url, { body: { attachment_ids: [] } });
      await api().call('PUT', `/v1/deliveries/${held.id}/attempt`);
      await api().runJobs();
      assert.equal((await desk.readDelivery(held.id)).state, 'captured');
      await moveTo(api().files.driver);
    });

    it('is captured if its files have the largest total size that the settings can allow', async () => {
      const patchLimits = (bytes: number) =>
        api().call('PATCH', '/v1/settings', {
          as: 'admin',
          body: { limits: { max_file_bytes: bytes, max_message_bytes: bytes } },
        });
      await patchLimits(largestMessageBytes);
      const file = await upload(Buffer.alloc(largestMessageBytes, 'x'), 'large.bin');
      const body = 'Ä'.repeat(65_535);
      const read = await desk.replyOnNewTicket(capturing, { body, attachment_ids: [file.id] });
      await api().runJobs();
      assert.equal((await read()).state, 'captured');
      await patchLimits(defaultSettings.limits.max_file_bytes);
    });

    it('410 for its source after the end of its retention', async () => {
      const read = await desk.replyOnNewTicket(capturing, { attachment_ids: [(await upload(png, 'a.png')).id] });
      await api().runJobs();
      const { id } = await read();
      await deleteOldSources(api().database, api().clock.now() + 1000);
      assert.equal((await readRaw(id)).status, 410);
    });
  });

  describe('a test mail with files', () => {
    const write = (fields: object, as: 'agent' | 'admin' = 'agent') => {
      const body = { from: { email: customer }, subject: 'Photo', body: 'See the photo.', ...fields };
      return api().call<Mail>('POST', `${capturing.url}/test_mails`, { as, body });
    };

    it('arrives with its files, and the desk deletes the uploads', async () => {
      const files = [await upload(png, 'a.png', 'image/png'), await upload(randomBytes(3_000_000), 'b.bin')];
      const response = await write({ attachment_ids: files.map(({ id }) => id) });
      assert.equal(response.status, 201);
      await api().runJobs();
      const mail = (await api().call<Mail>('GET', response.body.url)).body;
      const { url } = mail;
      const path = `/v1/tickets/${mail.ticket_id}/messages/${mail.message_id}`;
      const { attachments } = (await api().call<Message>('GET', path)).body;
      assert.deepEqual(
        attachments.map(({ name, type, sha256, inline }) => [name, type, sha256, inline]),
        [
          ['a.png', 'image/png', hash(png), true],
          ['b.bin', 'application/octet-stream', files[1]?.sha256, false],
        ],
      );
      assert.equal((await api().call('GET', files[0]?.url ?? '')).status, 410);
      assert.equal((await api().call('DELETE', url)).status, 409);
    });

    it("422 for another person's file, and for files above the limit of incoming mail", async () => {
      const { id } = await upload(png, 'a.png');
      assert.equal((await write({ attachment_ids: [id] }, 'admin')).body.errors?.[0]?.field, 'attachment_ids[0]');
      const large = await upload(randomBytes(20 * 1024 * 1024), 'large.bin');
      assert.equal((await write({ attachment_ids: [large.id] })).body.errors?.[0]?.code, 1009);
    });
  });

  it('the tests above leave a consistent database', async () => {
    assert.deepEqual((await runChecks(api().database, checks)).findings, []);
  });
});
