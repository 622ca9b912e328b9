import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type {
  Attachment,
  Limits,
  Mail,
  Mailbox,
  Message,
  SettingsChange,
  SettingsRepresentation,
  Ticket,
} from '#contract';
import { defaultSettings } from '#contract/default-settings';
import type { Role } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  const read = async (as: Role = 'viewer', headers = {}) =>
    api().call<SettingsRepresentation>('GET', '/v1/settings', { as, headers });
  const patch = (body: object, headers = {}, as: Role = 'admin') =>
    api().call<SettingsRepresentation>('PATCH', '/v1/settings', { as, body, headers });
  const change = async (body: SettingsChange) => {
    const response = await patch(body);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  afterEach(() => change(defaultSettings));

  describe('the settings', () => {
    it('200 with the defaults; 304 for another role until a setting changes', async () => {
      const { status, body, headers } = await read();
      assert.equal(status, 200);
      assert.partialDeepStrictEqual(body, { ...defaultSettings, id: 'settings', version: 1 });
      const again = { 'If-None-Match': headers.get('etag') ?? '' };
      assert.equal((await read('agent', again)).status, 304);
      await change({ limits: { max_message_files: 3 } });
      assert.equal((await read('agent', again)).status, 200);
    });

    it('200 for two concurrent first changes, which both apply', async () => {
      await api().database.transaction(async writes => {
        await writes.deleteFrom('settings').execute();
        await writes.deleteFrom('counters').where('name', '=', 'settings.changes').execute();
      });
      await Promise.all([change({ limits: { max_message_files: 7 } }), change({ retention: { raw_mail_days: 10 } })]);
      const { body } = await read();
      assert.deepEqual([body.version, body.limits.max_message_files, body.retention.raw_mail_days], [3, 7, 10]);
    });

    it('200 with merged members; an equal value adds no version', async () => {
      const changed = await change({ limits: { max_message_files: 8 } });
      assert.deepEqual(changed.limits, { ...defaultSettings.limits, max_message_files: 8 });
      const { body } = await read();
      assert.deepEqual(await change({ ...body, limits: { max_message_files: 8 } }), changed);
      const { second_factor, limits } = await change({ second_factor: 'everyone' });
      assert.deepEqual([second_factor, limits], ['everyone', changed.limits]);
    });

    it('422 with every invalid field', async () => {
      const limits = { max_file_bytes: 0, max_message_files: 51, storage_bytes: '1 GB', unattached_bytes: null };
      const { status, body } = await patch({ limits, retention: { raw_mail_days: 0, spam_days: 1 }, name: 'Desk' });
      assert.deepEqual(
        [status, body.errors?.map(({ field, code, message }) => [field, code, message])],
        [
          422,
          [
            ['limits.max_file_bytes', 1009, 'is less than 1 MB'],
            ['limits.max_message_files', 1009, 'is more than 50'],
            ['limits.unattached_bytes', 1011, 'may not be null'],
            ['limits.storage_bytes', 1002, 'is not a number'],
            ['retention.raw_mail_days', 1009, 'is less than 1 day'],
            ['retention.spam_days', 1007, 'is unknown'],
            ['name', 1007, 'is unknown'],
          ],
        ],
      );
      const above = await patch({ limits: { max_message_bytes: 2 * 1024 ** 2 } });
      assert.deepEqual(
        above.body.errors?.map(({ field, message }) => [field, message]),
        [['limits.max_file_bytes', 'is more than max_message_bytes, 2 MB']],
      );
      assert.equal((await patch({ limits: { max_message_bytes: 41 * 1024 ** 2 } })).status, 422);
    });

    it('412 and 409 with the differences for a stale version', async () => {
      const { version } = await change({ retention: { raw_mail_days: 30 } });
      const body = { retention: { raw_mail_days: 40 } };
      const current = { ...defaultSettings.retention, raw_mail_days: 30 };
      const differences = [{ field: 'retention', yours: { ...current, raw_mail_days: 40 }, current }];
      const failed = await patch(body, { 'If-Match': `"${version - 1}"` });
      assert.deepEqual([failed.status, failed.body.differences], [412, differences]);
      const conflict = await patch({ ...body, version: version - 1 });
      assert.deepEqual(
        [conflict.status, conflict.body.differences],
        [409, [...differences, { field: 'version', yours: version - 1, current: version }]],
      );
      assert.equal((await patch(body, { 'If-Match': `"${version}"` })).status, 200);
    });

    it('a change applies to other processes immediately', async () => {
      await api().withSecondApi(async call => {
        await call('GET', '/v1/limits');
        await change({ limits: { max_message_files: 4 } });
        assert.equal((await call<Limits>('GET', '/v1/limits')).body.max_message_files, 4);
      });
    });
  });

  type Options = { query?: string; headers?: Record<string, string>; as?: Role };
  const post = (text: string, { query = '', ...rest }: Options = {}) =>
    api().call<Attachment>('POST', `/v1/attachments${query}`, { text, type: 'text/plain', ...rest });
  const upload = async (text: string) => {
    const { status, body, text: sent } = await post(text);
    assert.equal(status, 201, sent);
    return body;
  };
  const createThread = async () =>
    `${(await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } })).body.url}/messages`;
  /** Receives a mail with a file, in a mailbox that captures its outgoing mail. */
  const receiveMail = async () => {
    const { call, runJobs } = api();
    const [subject, body] = [crypto.randomUUID(), { name: 'Mail', address: `${crypto.randomUUID()}@desk.example` }];
    const { url } = (await call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
    const file = `--x\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n${createText(2000)}\r\n--x--`;
    const head = `From: ada@desk.example\r\nSubject: ${subject}\r\nContent-Type: multipart/mixed; boundary=x`;
    const received = await call<Mail>('POST', `${url}/mails`, { text: `${head}\r\n\r\n${file}`, type: mailMediaType });
    assert.equal(received.status, 201);
    await runJobs();
    const [ticket] = (await call<Ticket[]>('GET', `/v1/tickets?q=${subject}`)).body;
    const [message] = (await call<Message[]>('GET', `${ticket?.url}/messages`)).body;
    return { mail: received.body, ticket, message };
  };
  const readLimits = async () => (await api().call<Limits>('GET', '/v1/limits')).body;
  /** Creates a unique text, so that its bytes are stored. */
  const createText = (size: number) => crypto.randomUUID().padEnd(size, 'x');
  const megabyte = 1024 ** 2;

  describe('the limits', () => {
    it('413 for a file above a lowered limit, and 201 for a file above the default limit once the limit is raised', async () => {
      await change({ limits: { max_file_bytes: megabyte } });
      const large = await post('x'.repeat(megabyte + 1));
      assert.deepEqual(
        [large.body.code, 'description' in large.body && large.body.description],
        [41301, 'The file is 1.1 MB. The limit is 1 MB.'],
      );
      await change({ limits: { max_file_bytes: 30 * megabyte, max_message_bytes: 30 * megabyte } });
      const { id } = await upload('x'.repeat(30 * megabyte));
      assert.equal((await api().call('DELETE', `/v1/attachments/${id}`)).status, 204);
    });

    it('422 for more or larger files than a message may have; a message keeps its files', async () => {
      const thread = await createThread();
      const [first, second, third] = [
        await upload(createText(600_000)),
        await upload(createText(600_000)),
        await upload('x'),
      ];
      const send = (ids: string[]) =>
        api().call<Message>('POST', thread, { body: { body: 'See the files.', attachment_ids: ids } });
      const sent = await send([first.id, second.id]);
      await change({ limits: { max_file_bytes: megabyte, max_message_bytes: megabyte, max_message_files: 2 } });
      const add = (ids: string[]) => api().call<Message>('PATCH', sent.body.url, { body: { attachment_ids: ids } });
      assert.deepEqual(
        (await add([first.id, second.id, third.id])).body.errors?.map(({ code, message }) => [code, message]),
        [
          [1004, 'has 3 files; the limit is 2'],
          [1009, 'are 1.2 MB together, and the limit is 1 MB'],
        ],
      );
      const { version: _, ...message } = (await api().call<Message>('GET', sent.body.url)).body;
      const { status } = await api().call('PUT', sent.body.url, { body: { ...message, body: 'Changed' } });
      assert.equal(status, 200);
    });

    it('200 for GET /limits with the changed limits', async () => {
      const limits = { max_file_bytes: megabyte, max_message_bytes: 2 * megabyte, max_message_files: 9 };
      await change({ limits: { ...limits, unattached_bytes: 4 * megabyte, storage_bytes: 5 * megabyte } });
      const { unattached_bytes, storage_bytes, scanned: _, ...others } = await readLimits();
      assert.deepEqual([others, unattached_bytes.allowed, storage_bytes.allowed], [limits, 4 * megabyte, 5 * megabyte]);
    });
  });

  describe('the storage limit', () => {
    /** Sets the storage limit to `bytes` above the stored bytes. @returns the stored bytes */
    const allowMore = async (bytes: number) => {
      const { used } = (await readLimits()).storage_bytes;
      await change({ limits: { storage_bytes: used + bytes } });
      return used;
    };

    it('413 with the size, the stored bytes and the limit for an upload that would exceed the limit', async () => {
      await upload(createText(2 * megabyte));
      await change({ limits: { storage_bytes: 2 * megabyte } });
      const { body, status } = await post('x');
      assert.deepEqual([status, body.code], [413, 41302]);
      const { storage_bytes } = await readLimits();
      const used = Math.ceil((storage_bytes.used / megabyte) * 10) / 10;
      assert.partialDeepStrictEqual(body, {
        description: `The file is 0.1 MB, and the files of the desk total ${used} MB. The storage limit is 2 MB. An administrator can raise it.`,
      });
    });

    it('413 for all but one of several concurrent uploads if the limit allows only one', async () => {
      const used = await allowMore(megabyte);
      const texts = Array.from({ length: 4 }, () => createText(600_000));
      const responses = await Promise.all(texts.map(text => post(text)));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 413, 413, 413]);
      assert.equal((await readLimits()).storage_bytes.used, used + 600_000);
    });

    it('does not apply to mail and its files, or to copies of files, which add no bytes', async () => {
      const original = await upload(createText(1000));
      const used = await allowMore(0);
      const { message } = await receiveMail();
      assert.deepEqual(
        message?.attachments.map(({ name }) => name),
        ['a.txt'],
      );
      const after = (await readLimits()).storage_bytes.used;
      assert.ok(after >= used + 4000, `${after} bytes are stored, ${used} before`);
      assert.equal((await post('x')).status, 413);
      assert.equal((await api().call('POST', `/v1/attachments?copy_of=${original.id}`)).status, 201);
      assert.equal((await readLimits()).storage_bytes.used, after);
    });

    it('201 again for a repeated upload, even if the first upload has used up the limit', async () => {
      await allowMore(megabyte);
      const [text, headers] = [createText(megabyte), { 'Idempotency-Key': crypto.randomUUID() }];
      const first = await post(text, { headers });
      const again = await post(text, { headers });
      assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
      assert.equal((await post(text)).status, 413);
    });
  });

  it('a job deletes raw incoming mails, raw deliveries and unattached files, each after its retention period', async () => {
    const { mail, ticket } = await receiveMail();
    const answer = { body: { body: 'Thank you.' } };
    const { delivery_id } = (await api().call<Message>('POST', `${ticket?.url}/messages`, answer)).body;
    await api().runJobs();
    const urls = [`${mail.url}/raw`, `/v1/deliveries/${delivery_id}/raw`, (await upload('Unused')).url];
    const readStatuses = async () => {
      const responses = await Promise.all(urls.map(url => api().call('GET', url)));
      return responses.map(({ status }) => status);
    };
    assert.deepEqual(await readStatuses(), [200, 200, 200]);
    await change({ retention: { raw_mail_days: 1, raw_delivery_days: 2, unattached_file_days: 3 } });
    for (const expected of [
      [410, 200, 200],
      [410, 410, 200],
      [410, 410, 410],
    ]) {
      api().clock.advance(1.01 * 86_400_000);
      await api().runJobs();
      assert.deepEqual(await readStatuses(), expected);
    }
  });
});
