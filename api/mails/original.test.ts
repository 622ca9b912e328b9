import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Mail, Mailbox } from '#contract';
import { markOmitted } from '../backup/copy-files.ts';
import { withApi } from '../testing/api.ts';

withApi(api => {
  let mailbox: string;

  before(async () => {
    const body = { name: 'Support', address: 'support@desk.example' };
    mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body })).body.url;
  });

  const store = async (markup: string, headers = '') => {
    const text = `From: a@shop.example\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n${headers}\r\n${markup}`;
    return (await api().call<Mail>('POST', `${mailbox}/mails`, { text, type: 'message/rfc822' })).body;
  };
  const read = (mail: Mail, query = '', options = {}) => api().call('GET', `${mail.url}/original${query}`, options);

  describe('GET of the original of a mail', () => {
    it('200 with a document, the number of remote pictures, and no script', async () => {
      const mail = await store('<b>Hi</b><script>x()</script><img src="https://cdn.example/a.png">');
      const { status, headers, text } = await read(mail);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      assert.deepEqual([headers.get('x-remote-pictures'), headers.get('x-sender-authentication')], ['1', 'none']);
      assert.match(text, /<b>Hi<\/b><img \/>/);
      assert.doesNotMatch(text, /script|cdn\.example/);
      const shown = await read(mail, '?images=remote');
      assert.match(shown.text, /<img src="https:\/\/cdn\.example\/a\.png" \/>/);
      assert.equal(shown.headers.get('x-remote-pictures'), '1');
    });

    it('304 for the same document, 200 for the document with remote pictures', async () => {
      const mail = await store('<p>Same</p>');
      const etag = (await read(mail)).headers.get('etag') ?? '';
      assert.equal((await read(mail, '', { headers: { 'If-None-Match': etag } })).status, 304);
      assert.equal((await read(mail, '?images=remote', { headers: { 'If-None-Match': etag } })).status, 200);
    });

    it('200 with the trusted mail server’s authentication result for the sender', async () => {
      const body = { outbound: null, trusted_authserv_id: 'mx.desk.example' };
      await api().call('PUT', `${mailbox}/connection`, { as: 'admin', body });
      for (const result of ['pass', 'fail'] as const) {
        const mail = await store(result, `Authentication-Results: mx.desk.example; dmarc=${result}\r\n`);
        assert.equal((await read(mail)).headers.get('x-sender-authentication'), result);
      }
    });

    it('200 instead of 304 after the trusted mail server changed', async () => {
      const trust = (trusted_authserv_id: string) =>
        api().call('PUT', `${mailbox}/connection`, { as: 'admin', body: { outbound: null, trusted_authserv_id } });
      await trust('mx.desk.example');
      const mail = await store('<p>Hi</p>', 'Authentication-Results: mx.desk.example; dmarc=pass\r\n');
      const headers = { 'If-None-Match': (await read(mail)).headers.get('etag') ?? '' };
      assert.equal((await read(mail, '', { headers })).status, 304);
      await trust('mx.other.example');
      const changed = await read(mail, '', { headers });
      assert.deepEqual([changed.status, changed.headers.get('x-sender-authentication')], [200, 'none']);
    });

    it('200 with an explanation for a mail that cannot be parsed', async () => {
      const text = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(600)}--b--`;
      const mail = (await api().call<Mail>('POST', `${mailbox}/mails`, { text, type: 'message/rfc822' })).body;
      const rendered = await read(mail);
      assert.equal(rendered.status, 200);
      assert.match(rendered.text, /too complex to be shown\. Download the original/);
    });

    it('200 for HEAD and then GET, with a document that is rendered once', async () => {
      const mail = await store('<p>Rendered once</p>');
      assert.equal((await api().call('HEAD', `${mail.url}/original`)).status, 200);
      await api().database.transaction(markOmitted);
      assert.match((await read(mail)).text, /<p>Rendered once<\/p>/);
      assert.equal((await read(mail, '?images=remote')).status, 410);
    });

    it('404 for an unknown mail, 410 after the retention, 422 for an invalid `images`', async () => {
      const mail = await store('<p>Old</p>');
      const cached = { 'If-None-Match': (await read(mail)).headers.get('etag') ?? '' };
      assert.equal((await api().call('GET', '/v1/mails/nowhere/original')).status, 404);
      assert.equal((await read(mail, '?images=all')).status, 422);
      await api().database.transaction(writes =>
        writes.updateTable('mails').set({ file_id: null }).where('id', '=', mail.id).execute(),
      );
      for (const path of ['raw', 'original']) {
        const { status, body } = await api().call<{ description: string }>('GET', `${mail.url}/${path}`);
        assert.equal(status, 410);
        assert.match(body.description, /was deleted at the end of its retention\.$/);
      }
      assert.equal((await read(mail, '', { headers: cached })).status, 410);
    });
  });
});
