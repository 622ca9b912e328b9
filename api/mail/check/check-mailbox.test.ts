import assert from 'node:assert/strict';
import dns from 'node:dns';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Mailbox, MailboxCheck, Ticket } from '#contract';
import { mailMediaType } from '#contract/mails';
import { tokenKeyName } from '../../database/secret-names.ts';
import { testCertificate } from '../../deliveries/testing/certificate.ts';
import { createMailDesk } from '../../deliveries/testing/mail-desk.ts';
import { type MailServer, startMailServer } from '../../deliveries/testing/mail-server.ts';
import { withApi } from '../../testing/api.ts';
import { createImapDesk } from '../imap/testing/imap-desk.ts';
import { startImapServer } from '../imap/testing/imap-server.ts';
import { type DnsServer, startDnsServer } from '../testing/dns-server.ts';

const password = 'correct horse';
const as = 'admin';

withApi(api => {
  const desk = createMailDesk(api);
  let server: MailServer;
  let mailbox: Mailbox;
  before(async () => {
    server = await startMailServer({ password }, testCertificate);
  });
  beforeEach(() => {
    Object.assign(server, { script: { password }, arrived: [] });
  });
  afterEach(() => api().call('DELETE', mailbox.url, { as }));
  after(() => server.close());

  const connect = async (outbound: object = {}) => {
    const encrypted = { host: 'localhost', security: 'starttls', user: 'support', password };
    mailbox = await desk.addMailbox(server, { ...encrypted, ...outbound });
  };
  const check = async (part: string, body: object = {}) => {
    const url = `${mailbox.url}/check`;
    return (await api().call<MailboxCheck>('PUT', url, { as, body: { part, ...body } })).body;
  };
  const listStates = ({ results }: MailboxCheck) => results.map(({ name, state }) => [name, state]);

  describe('the check of a server', () => {
    const trusted = getCACertificates('default');
    before(() => setDefaultCACertificates([...trusted, testCertificate.cert]));
    after(() => setDefaultCACertificates([...trusted]));

    it('reports the greeting, the certificate and the sign-in', async () => {
      await connect();
      const { results } = await check('outbound');
      assert.deepEqual(
        results.map(({ name, state }) => [name, state]),
        [
          [`Outgoing server localhost:${server.port}`, 'ok'],
          ['Outgoing server: TLS', 'ok'],
          ['Outgoing server: sign-in', 'ok'],
        ],
      );
      assert.match(results[0]?.response ?? '', /^220 .* ESMTP/);
      assert.match(results[1]?.response ?? '', /^TLSv1\.3, certificate of localhost, valid until 2120-/);
    });

    it('repeats the response to an invalid password, without the password', async () => {
      await connect({ password: 'Invalid' });
      const [, , signIn] = (await check('outbound')).results;
      assert.equal(signIn?.state, 'failed');
      assert.match(signIn?.response ?? '', /^535 … username or password$/);
      assert.equal(signIn?.advice, 'Check the user, and enter the password again.');
      const [mail] = (await check('test_mail')).results;
      assert.deepEqual([mail?.state, mail?.response], ['failed', signIn?.response]);
      assert.equal(server.arrived.length, 0);
    });

    it('reports a certificate for another name, and does not sign in', async () => {
      await connect({ host: '127.1' });
      const sessions = server.sessions;
      const { results } = await check('outbound');
      assert.deepEqual([results.length, results[1]?.state], [2, 'failed']);
      assert.match(results[1]?.advice ?? '', /instead of 127\.1/);
      assert.equal(server.sessions, sessions + 1);
    });

    it('fails with ECONNREFUSED if no server listens on the port', async () => {
      await connect();
      await api().call('PATCH', `${mailbox.url}/connection`, { as, body: { outbound: { port: 1 } } });
      const [result] = (await check('outbound')).results;
      assert.deepEqual([result?.state, /ECONNREFUSED/.test(result?.response ?? '')], ['failed', true]);
    });
  });

  for (const [failure, [command, response], advice] of [
    ['an invalid password', ['LOGIN', 'NO [AUTHENTICATIONFAILED] Invalid'], /enter the password again/],
    ['an outage', ['LOGIN', 'NO [UNAVAILABLE] Try later'], /that the response describes, or try again/],
    ['a missing folder', ['EXAMINE', 'NO [NONEXISTENT] None'], /that the response describes/],
  ] as const)
    it(`reports advice about ${failure} of an IMAP server`, async () => {
      const imap = await startImapServer({ onCommand: name => (name === command ? response : undefined) });
      mailbox = await createImapDesk(api).addMailbox(imap);
      const signIn = (await check('inbound')).results.at(-1);
      assert.equal(signIn?.state, 'failed');
      assert.match(signIn.advice ?? '', advice);
      await imap.close();
    });

  it('reports an untrusted certificate', async () => {
    await connect();
    const { results } = await check('outbound');
    assert.match(results[1]?.response ?? '', /certificate of localhost, .*; DEPTH_ZERO_SELF_SIGNED_CERT$/);
  });

  it('skips the outgoing server and the test mail of a mailbox without an SMTP server', async () => {
    mailbox = await desk.addMailbox();
    assert.deepEqual(listStates(await check('outbound')), [['Outgoing server', 'skipped']]);
    assert.deepEqual(await check('test_mail').then(listStates), [['Test email', 'skipped']]);
  });

  describe('the check of a domain', () => {
    const systemServers = dns.getServers();
    let dnsServer: DnsServer;
    before(async () => {
      dnsServer = await startDnsServer();
      dns.setServers([dnsServer.address]);
    });
    after(async () => {
      dns.setServers(systemServers);
      await dnsServer.close();
    });

    const spf = 'v=spf1 mx -all';
    const dmarc = 'v=DMARC1; p=reject';
    for (const [title, texts, expected] of [
      ['both records', { 'desk.example': ['other', spf], '_dmarc.desk.example': [dmarc] }, ['ok', 'ok']],
      ['a domain without records', {}, ['failed', 'warning']],
      ['two SPF records', { 'desk.example': [spf, spf], '_dmarc.desk.example': [dmarc] }, ['failed', 'ok']],
      ['two DMARC records', { 'desk.example': [spf], '_dmarc.desk.example': [dmarc, dmarc] }, ['ok', 'failed']],
      ['an SPF record that allows every server', { 'desk.example': ['v=spf1 +all'] }, ['failed', 'warning']],
      ['terms after “all” in an SPF record', { 'desk.example': ['v=spf1 all mx '] }, ['failed', 'warning']],
      ['a long record', { 'desk.example': [`v=spf1 ${'ip4:192.0.2.1 '.repeat(30)}-all`] }, ['ok', 'warning']],
    ] as const) {
      it(`reports SPF ${expected[0]} and DMARC ${expected[1]} for ${title}`, async () => {
        dnsServer.texts = texts as unknown as DnsServer['texts'];
        mailbox = await desk.addMailbox();
        const { results } = await check('domain');
        assert.deepEqual(
          results.map(({ state }) => state),
          expected,
        );
      });
    }

    it('reads the DKIM record that the signature of the test mail names', async () => {
      dnsServer.texts = { 'k1._domainkey.desk.example': ['v=DKIM1; p = MIGf'] };
      await connect({ host: '127.0.0.1', security: 'none' });
      const { test_mail_id: id } = await check('test_mail');
      await receive('DKIM-Signature: v=1; d=desk.example;\r\n s=k1; b=x');
      const { results } = await check('arrival', { test_mail_id: id });
      assert.deepEqual(results.at(-1)?.response, 'v=DKIM1; p = MIGf');
    });
  });

  /** Delivers the test mails to the desk, as a mail server does. */
  const receive = async (header: string) => {
    for (const { raw, to } of server.arrived) {
      const url = `${mailbox.url}/mails?envelope_to=${encodeURIComponent(to[0] ?? '')}`;
      await api().call('POST', url, { as, text: `${header}\r\n${raw}`, type: mailMediaType });
    }
    await api().runJobs();
  };

  describe('the test mail', () => {
    const send = async (connection: object = {}) => {
      await connect({ host: '127.0.0.1', security: 'none', plus_addressing: true });
      await api().call('PATCH', `${mailbox.url}/connection`, { as, body: connection });
      const sent = await check('test_mail');
      return sent.test_mail_id;
    };

    it('arrives with the results of the trusted server, and creates no ticket', async () => {
      const id = await send({ trusted_authserv_id: 'mx.desk.example' });
      assert.deepEqual(
        (await check('arrival', { test_mail_id: id })).results.map(({ state }) => state),
        ['waiting', 'waiting'],
      );
      api().clock.advance(2000);
      await receive(
        'Authentication-Results: mx.desk.example; spf=pass smtp.mailfrom=desk.example; dkim=fail; dmarc=pass',
      );
      const { results } = await check('arrival', { test_mail_id: id });
      assert.deepEqual(
        results.map(({ name, state }) => [name, state]),
        [
          ['Test email', 'ok'],
          ['Plus addresses', 'ok'],
          ['SPF of the test email', 'ok'],
          ['DKIM of the test email', 'failed'],
          ['DMARC of the test email', 'ok'],
          ['DKIM signature', 'warning'],
        ],
      );
      assert.match(results[1]?.response ?? '', /^Arrived after \d+ seconds for support-\d+\+check-/);
      assert.deepEqual((await api().call<Ticket[]>('GET', '/v1/tickets')).body, []);
    });

    it('arrives with advice that names the server whose results are not trusted yet', async () => {
      const id = await send();
      await receive('Authentication-Results: mx.other.example; spf=pass');
      const { results } = await check('arrival', { test_mail_id: id });
      assert.ok(results.some(({ advice }) => advice?.startsWith('Enter mx.other.example')));
    });

    it('arrives without advice to trust a header that names no server', async () => {
      const id = await send();
      await receive('Authentication-Results: spf=pass smtp.mailfrom=desk.example; dmarc=pass');
      const { results } = await check('arrival', { test_mail_id: id });
      const advice = results.map(each => each.advice ?? '');
      assert.ok(advice.some(text => text.startsWith('Your server does not name itself')));
      assert.ok(!advice.some(text => text.startsWith('Enter ')));
    });

    it('fails if it has not arrived after a minute', async () => {
      const id = await send();
      api().clock.advance(61_000);
      const { results } = await check('arrival', { test_mail_id: id });
      assert.deepEqual(
        results.map(({ state }) => state),
        ['failed', 'failed'],
      );
    });

    it('passes with one valid signature of several, and with a prefix in its subject', async () => {
      const id = await send({ trusted_authserv_id: 'mx.desk.example' });
      for (const mail of server.arrived) mail.raw = mail.raw.replace('Subject: ', 'Subject: [EXTERNAL] ');
      await receive(
        'Authentication-Results: mx.desk.example; dkim=fail header.d=a.example; dkim=pass header.d=b.example',
      );
      const { results } = await check('arrival', { test_mail_id: id });
      assert.deepEqual(listStates({ results, test_mail_id: id }).slice(0, 3), [
        ['Test email', 'ok'],
        ['Plus addresses', 'ok'],
        ['DKIM of the test email', 'ok'],
      ]);
    });

    it('is the only expected mail if the server rejected the mail to the plus address', async () => {
      server.script.onRecipient = to => (to.includes('+') ? [550, '5.1.1 User unknown'] : undefined);
      const id = await send();
      assert.deepEqual(await check('arrival', { test_mail_id: id }).then(listStates), [['Test email', 'waiting']]);
    });

    it('gets a warning if the server closes the connection after the mail, and can still arrive', async () => {
      server.script.onData = () => 'disconnect';
      await connect({ host: '127.0.0.1', security: 'none' });
      const { results, test_mail_id: id } = await check('test_mail');
      assert.deepEqual(
        results.map(({ state }) => state),
        ['warning'],
      );
      await receive('X-Test: 1');
      const [mail] = (await check('arrival', { test_mail_id: id })).results;
      assert.equal(mail?.state, 'ok');
    });

    it('gets no advice about plus addresses if the connection is lost', async () => {
      server.script.onRecipient = to => {
        if (to.includes('+')) server.disconnect();
        return undefined;
      };
      await connect({ host: '127.0.0.1', security: 'none' });
      const { results } = await check('test_mail');
      assert.deepEqual(
        results.map(({ state }) => state),
        ['ok', 'warning'],
      );
      assert.match(results[1]?.advice ?? '', /^The connection ended before/);
    });

    it('500 instead of a result if the desk cannot read its token key', async () => {
      await connect({ host: '127.0.0.1', security: 'none' });
      const url = `${mailbox.url}/check`;
      const writeTokenKey = (value: string) =>
        api().database.transaction(writes =>
          writes.updateTable('sealed_secrets').set({ value }).where('name', '=', tokenKeyName).execute(),
        );
      const { value } = await api()
        .database.read.selectFrom('sealed_secrets')
        .select('value')
        .where('name', '=', tokenKeyName)
        .executeTakeFirstOrThrow();
      await writeTokenKey('invalid');
      const { status } = await api().call('PUT', url, { as, body: { part: 'test_mail' } });
      await writeTokenKey(value);
      assert.deepEqual([status, server.arrived.length], [500, 0]);
    });

    it('is not followed by a mail to the plus address if the server rejects the test mail', async () => {
      server.script.onRecipient = () => [550, '5.7.1 Relay denied'];
      await connect({ host: '127.0.0.1', security: 'none' });
      const { results, test_mail_id } = await check('test_mail');
      assert.deepEqual([results.length, results[0]?.response, test_mail_id], [1, '550 5.7.1 Relay denied', null]);
    });
  });

  it('422 for an arrival without a test mail', async () => {
    mailbox = await desk.addMailbox();
    const { status } = await api().call('PUT', `${mailbox.url}/check`, { as, body: { part: 'arrival' } });
    assert.equal(status, 422);
  });

  it('412 for a stale If-Match, 409 for an id that differs from the URL, 200 for a body with earlier results', async () => {
    mailbox = await desk.addMailbox();
    const put = async (body: object, headers = {}) => {
      const { status } = await api().call('PUT', `${mailbox.url}/check`, {
        as,
        body: { part: 'inbound', ...body },
        headers,
      });
      return status;
    };
    assert.equal(await put({}, { 'If-Match': '"7"' }), 412);
    assert.equal(await put({ id: 'other' }), 409);
    assert.equal(await put({ id: mailbox.id, ...(await check('inbound')) }), 200);
  });
});
