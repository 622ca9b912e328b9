import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Mailbox } from '#contract';
import { maxMailBytes } from '#contract/mails';
import { createHookKey, createHookStore, getHookUrl, type HookProvider } from '../../mailboxes/hooks.ts';
import { forEachApi, withApi } from '../../testing/api.ts';
import { type Payload, writeMailgun, writePostmark, writeSendgrid } from '../testing/provider-payloads.ts';

const signingKey = 'a signing key of Mailgun';
const hour = 3_600_000;

forEachApi(
  api => {
    let mailbox: Mailbox;
    const urls = {} as Record<HookProvider, string>;
    const keys: string[] = [];
    before(async () => {
      const body = { name: 'Support', address: 'support@desk.example' };
      mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      for (const provider of ['mailgun', 'sendgrid', 'postmark'] as const) urls[provider] = await addHook(provider);
    });

    const addHook = async (provider: HookProvider, mailboxId = mailbox.id): Promise<string> => {
      const hook = { key: createHookKey(), signingKey: provider === 'mailgun' ? signingKey : null };
      keys.push(hook.key);
      const hooks = createHookStore(api().secrets);
      await api().database.transaction(writes => hooks.write(writes, mailboxId, provider, hook));
      return getHookUrl(api().url, mailboxId, provider, hook);
    };
    let mails = 0;
    const write = (text = 'It smokes.') => `From: ada@shop.example\r\nSubject: ${++mails}\r\n\r\n${text}\r\n`;
    const send = async (url: string, { type, body }: Payload, headers = {}) => {
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type, ...headers }, body });
      const { code, description } = JSON.parse((await response.text()) || '{}');
      return { status: response.status, code, description, headers: response.headers };
    };
    const sendMailgun = async (mail: string, options: Partial<Parameters<typeof writeMailgun>[1]> = {}) =>
      (await send(urls.mailgun, writeMailgun(mail, { signingKey, now: api().clock.now(), ...options }))).status;
    const findMails = () => {
      api().database.startRequest();
      return api().database.read.selectFrom('mails').selectAll().orderBy('n').execute();
    };
    const countMails = async () => (await findMails()).length;
    /** Expects that the last mail has these bytes, and returns its envelope. */
    const expectStored = async (mail: string | Buffer) => {
      const last = (await findMails()).at(-1);
      assert.deepEqual(await api().files.read(last?.sha256 ?? ''), Buffer.from(mail));
      return [last?.envelope_from, last?.envelope_to];
    };

    describe('the hook of a provider', () => {
      it('200 after the mail is stored byte for byte, also if the provider sends the mail again', async () => {
        const latin = Buffer.from(write('\u00fc without a charset'), 'latin1');
        const now = api().clock.now();
        const envelope = ['ada@shop.example', 'support@desk.example'];
        for (const payload of [
          writeMailgun(latin, { signingKey, now }),
          writeMailgun(Buffer.concat([latin, Buffer.from('+ %41&')]), { signingKey, now, isUrlEncoded: true }),
        ]) {
          for (const _ of [1, 2]) assert.equal((await send(urls.mailgun, payload)).status, 200);
          const isFirst = payload.type.startsWith('multipart');
          const mail = isFirst ? latin : Buffer.concat([latin, Buffer.from('+ %41&')]);
          assert.deepEqual(await expectStored(mail), envelope);
        }
        const other = Buffer.concat([latin, Buffer.from('--xYzZYa\r\n')]);
        assert.equal((await send(urls.sendgrid, writeSendgrid(other))).status, 200);
        assert.deepEqual(await expectStored(other), envelope);
        const wide = write('\u{1f600} "quoted" \\ \u00fc');
        assert.equal((await send(urls.postmark, writePostmark(wide))).status, 200);
        assert.deepEqual(await expectStored(wide), [null, 'support@desk.example']);
        assert.equal(await countMails(), 4);
      });

      it('400 for a truncated body, or without the raw mail: the error names the setting to change', async () => {
        const { type } = writeSendgrid('');
        const body = Buffer.from('--xYzZY\r\nContent-Disposition: form-data; name="text"\r\n\r\nHi\r\n--xYzZY--');
        assert.match((await send(urls.sendgrid, { type, body })).description, /"POST the raw, full MIME message"/);
        const parsed = { type: 'application/json', body: Buffer.from('{"TextBody":"Hi"}') };
        const { status, description } = await send(urls.postmark, parsed);
        assert.equal(status, 400);
        assert.match(description, /"Include raw email content in JSON payload"/);
        const cut = writeSendgrid(write());
        assert.equal((await send(urls.sendgrid, { ...cut, body: cut.body.subarray(0, -20) })).status, 400);
      });

      it('404 for an invalid key, another mailbox or another provider, 405 for another method', async () => {
        const payload = writeSendgrid(write());
        for (const url of [
          urls.sendgrid.slice(0, -1),
          urls.sendgrid.replace('sendgrid', 'postmark'),
          urls.sendgrid.replace('sendgrid', 'constructor'),
          urls.sendgrid.replace(`/${mailbox.id}/`, '/none/'),
          urls.sendgrid.replace(/[^/]+$/, '%00'),
        ]) {
          const { status, code } = await send(url, payload);
          assert.deepEqual([status, code], [404, 40400], url);
        }
        const response = await fetch(urls.sendgrid);
        assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
      });

      it('415 for another media type or a content coding, 413 above 25 MB, without storing anything', async () => {
        const before = await countMails();
        const payload = writeSendgrid(write());
        assert.equal((await send(urls.postmark, payload)).status, 415);
        assert.equal((await send(urls.sendgrid, payload, { 'Content-Encoding': 'gzip' })).status, 415);
        const large = write().padEnd(maxMailBytes + 1, `${'x'.repeat(76)}\r\n`);
        assert.equal((await send(urls.sendgrid, writeSendgrid(large))).status, 413);
        assert.equal((await send(urls.postmark, writePostmark(large))).status, 413);
        assert.equal(await countMails(), before);
        assert.equal((await send(urls.postmark, writePostmark(large.slice(0, -1)))).status, 200);
      });

      it('503 while the mailbox is disabled, because SendGrid retries only after 5xx', async () => {
        const enable = (enabled: boolean) => api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled } });
        const payload = writeSendgrid(write());
        await enable(false);
        const { status, headers } = await send(urls.sendgrid, payload);
        assert.deepEqual([status, headers.get('retry-after')], [503, '600']);
        await enable(true);
        assert.equal((await send(urls.sendgrid, payload)).status, 200);
      });
    });

    describe('the hook of Mailgun', () => {
      it('403 for an invalid signature, so that Mailgun retries until the key is corrected', async () => {
        const before = await countMails();
        assert.equal(await sendMailgun(write(), { signingKey: 'another' }), 403);
        assert.equal((await send(urls.mailgun, { ...writeSendgrid(write()) })).status, 400);
        assert.ok(api().logged.some(line => line.includes('the signature of Mailgun does not match')));
        assert.equal(await countMails(), before);
      });

      it('200 for a signature that is eight hours old, as in a retry; 406 if it is ten hours old', async () => {
        const now = api().clock.now();
        assert.equal(await sendMailgun(write(), { now: now - 8 * hour }), 200);
        assert.equal(await sendMailgun(write(), { now: now - 10 * hour }), 406);
        assert.ok(api().logged.some(line => line.includes('rejected a signed mail from Mailgun')));
      });

      it('503 for a timestamp in the future, 200 for a retry after the clock is corrected', async () => {
        const mail = write();
        const now = api().clock.now() + hour;
        assert.equal(await sendMailgun(mail, { now }), 503);
        assert.ok(api().logged.some(line => line.includes('check the clock of this server')));
        api().clock.advance(hour);
        assert.equal(await sendMailgun(mail, { now }), 200);
        await expectStored(mail);
      });

      it('406 for a second mail with the same token, even at the same time', async () => {
        const token = 'b'.repeat(50);
        const statuses = await Promise.all([1, 2, 3].map(() => sendMailgun(write(), { token })));
        assert.deepEqual(statuses.sort(), [200, 406, 406]);
      });
    });

    it('404 after the key is replaced or removed, or its mailbox is deleted', async () => {
      const hooks = createHookStore(api().secrets);
      const body = { name: 'Sales', address: 'sales@desk.example' };
      const { id, url } = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
      const post = async (to: string) => (await send(to, writePostmark(write()))).status;
      const [old, current] = [await addHook('postmark', id), await addHook('postmark', id)];
      assert.deepEqual([await post(old), await post(current)], [404, 200]);
      await api().database.transaction(writes => hooks.remove(writes, id, 'postmark'));
      assert.equal(await post(current), 404);
      const last = await addHook('postmark', id);
      await api().call('DELETE', url, { as: 'admin' });
      assert.equal(await post(last), 404);
      assert.equal(await hooks.find(api().database.read, id, 'postmark'), null);
    });

    it('429 after too many invalid keys from an IP address; the valid key is not limited', async () => {
      const sendInvalid = () => send(`${urls.sendgrid}x`, writeSendgrid(write()));
      let last = await sendInvalid();
      for (let count = 0; count < 60 && last.status === 404; count++) last = await sendInvalid();
      assert.equal(last.status, 429);
      assert.equal((await send(urls.sendgrid, writeSendgrid(write()))).status, 200);
    });

    it('never logs or stores a key in plain text', async () => {
      const values = await api().database.read.selectFrom('sealed_secrets').select('value').execute();
      const texts = [...api().logged, ...values.map(({ value }) => value)];
      assert.ok(texts.some(text => text.includes('/hooks/\u2026')));
      for (const secret of [...keys, signingKey]) assert.ok(!texts.some(text => text.includes(secret)));
    });
  },
  { ipPerMinute: 40 },
);

withApi(
  api => {
    it('200 below the path of API_PUBLIC_URL, without the key in the log', async () => {
      const body = { name: 'Support', address: 'support@desk.example' };
      const { id } = (await api().call<Mailbox>('POST', '/desk/v1/mailboxes', { as: 'admin', body })).body;
      const hook = { key: createHookKey(), signingKey: null };
      const { write } = createHookStore(api().secrets);
      await api().database.transaction(writes => write(writes, id, 'sendgrid', hook));
      const { type, body: sent } = writeSendgrid('Subject: A\r\n\r\nb\r\n');
      const url = getHookUrl(api().url, id, 'sendgrid', hook);
      assert.ok(url.includes('/desk/hooks/mail/'));
      const { status } = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: sent });
      assert.equal(status, 200);
      assert.ok(!api().logged.some(line => line.includes(hook.key)));
    });
  },
  { prefix: '/desk' },
);
