import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { toMailBytes } from '../load-mail.ts';
import { testCertificate } from '../testing/certificate.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import type { Transmission } from './connection.ts';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import type { SmtpSettings } from './settings.ts';

const timeouts = { connect: 2000, response: 300, idle: 5000 };

describe('a mailbox’s connections to its mail server', () => {
  let server: MailServer;
  let pool: ConnectionPool;
  const open = (settings: Partial<SmtpSettings> = {}) => {
    const local = { host: '127.0.0.1', port: server.port, security: 'none', user: '', password: '' } as const;
    pool = createConnectionPool({ ...local, maxConnections: 2, ...settings }, { timeouts });
  };
  const send = (mail: Partial<Transmission> = {}) =>
    pool.send({
      from: 'support@desk.example',
      to: ['a@customer.example', 'b@customer.example'],
      mail: toMailBytes(Buffer.from('Subject: Hello\r\n\r\n.leading dot\r\nText\r\n')),
      beforeData: async () => true,
      ...mail,
    });
  before(async () => {
    server = await startMailServer();
  });
  beforeEach(() => {
    Object.assign(server, { script: {}, arrived: [], sessions: 0 });
    open();
  });
  after(() => server.close());

  it('send several mails over one session, byte for byte', async () => {
    await send();
    await send();
    assert.equal(server.sessions, 1);
    assert.deepEqual(
      server.arrived.map(({ raw, to }) => [raw, to.length]),
      Array(2).fill(['Subject: Hello\r\n\r\n.leading dot\r\nText\r\n', 2]),
    );
    pool.close();
  });

  it('report each recipient’s own result', async () => {
    server.script = { onRecipient: email => (email.startsWith('b') ? [550, '5.1.1 Unknown user'] : undefined) };
    const outcome = await send();
    assert.ok(outcome.kind === 'completed');
    assert.deepEqual(
      outcome.recipients.map(({ email, state }) => [email, state]),
      [
        ['a@customer.example', 'sent'],
        ['b@customer.example', 'failed'],
      ],
    );
    assert.match(outcome.recipients[1]?.response ?? '', /^550 5\.1\.1 Unknown user/);
    pool.close();
  });

  const rejections: [title: string, script: MailServer['script'], state: string][] = [
    ['450 for every recipient', { onRecipient: () => [450, '4.2.0 Greylisted'] }, 'deferred'],
    ['550 for every recipient', { onRecipient: () => [550, '5.1.1 Unknown user'] }, 'failed'],
    ['451 in response to MAIL FROM', { onSender: () => [451, '4.3.0 Try later'] }, 'deferred'],
    ['552 in response to the mail', { onData: () => [552, '5.3.4 Too big'] }, 'failed'],
    ['451 in response to the mail', { onData: () => [451, '4.3.0 Try later'] }, 'deferred'],
    ['503 in response to MAIL FROM', { onSender: () => [503, '5.5.1 Bad sequence'] }, 'deferred'],
  ];
  for (const [title, script, state] of rejections) {
    it(`report ${title} as ${state}`, async () => {
      server.script = script;
      const outcome = await send();
      assert.ok(outcome.kind === 'completed', outcome.kind);
      assert.deepEqual(
        outcome.recipients.map(recipient => recipient.state),
        [state, state],
      );
      server.script = {};
      assert.equal((await send()).kind, 'completed', 'the next mail is sent');
      pool.close();
    });
  }

  it('report a disconnect if the server responds with 421 before it accepts the mail', async () => {
    server.script = { onSender: () => [421, '4.3.2 Shutting down'] };
    assert.equal((await send()).kind, 'disconnected');
  });

  for (const end of ['silence', 'disconnect'] as const) {
    it(`report the outcome as unknown after ${end} instead of a response to the whole mail`, async () => {
      server.script = { onData: () => end };
      assert.equal((await send()).kind, 'unknown');
      assert.equal(server.arrived.length, 1, 'the mail is not sent again');
    });
  }

  it('send nothing if the delivery was cancelled before the server was ready', async () => {
    assert.deepEqual(await send({ beforeData: async () => false }), { kind: 'aborted' });
    await assert.rejects(send({ beforeData: () => Promise.reject(new Error('store')) }), /store/);
    assert.equal(server.arrived.length, 0);
  });

  it('connect again if the server ended an idle session', async () => {
    await send();
    server.disconnect();
    await send();
    assert.deepEqual([server.sessions, server.arrived.length], [2, 2]);
    pool.close();
  });

  it('open at most as many sessions as the settings allow', async () => {
    await Promise.all(Array.from({ length: 12 }, () => send()));
    assert.deepEqual([server.sessions, server.arrived.length], [2, 12]);
    pool.close();
  });

  it('send no further mail over a drained pool, whose settings are outdated', async () => {
    open({ maxConnections: 1 });
    const outcomes = [send(), send(), send()];
    pool.drain();
    const kinds = (await Promise.all(outcomes)).map(({ kind }) => kind);
    assert.deepEqual([kinds, server.arrived.length], [['completed', 'aborted', 'aborted'], 1]);
  });

  for (const security of ['tls', 'starttls'] as const) {
    describe(`with ${security}`, () => {
      let encrypted: MailServer;
      const trusted = getCACertificates('default');
      before(async () => {
        encrypted = await startMailServer({}, { ...testCertificate, secure: security === 'tls' });
      });
      after(async () => {
        setDefaultCACertificates(trusted);
        await encrypted.close();
      });

      it('send nothing to a server whose certificate is not trusted', async () => {
        open({ port: encrypted.port, security });
        const response = 'The certificate is not trusted: self-signed certificate';
        assert.deepEqual(await send(), { kind: 'unavailable', needsPerson: false, response });
        assert.equal(encrypted.arrived.length, 0);
      });

      it('send encrypted mail to a server whose certificate is trusted', async () => {
        setDefaultCACertificates([...trusted, testCertificate.cert]);
        open({ port: encrypted.port, security });
        assert.equal((await send()).kind, 'completed');
        assert.deepEqual(
          encrypted.arrived.map(({ isEncrypted }) => isEncrypted),
          [true],
        );
        pool.close();
      });
    });
  }

  describe('without a session', () => {
    const reasons: [title: string, settings: () => Partial<SmtpSettings>, needsPerson: boolean, response: RegExp][] = [
      ['nothing listens', () => ({ port: 1 }), false, /ECONNREFUSED/],
      [
        'the server does not speak TLS',
        () => ({ security: 'tls' }),
        false,
        /^The server does not speak TLS on this port$/,
      ],
      ['the server does not offer sign-in', () => ({ user: 'support', password: 'x1y2z3' }), true, /./],
    ];
    for (const [title, settings, needsPerson, response] of reasons) {
      it(`report the reason if ${title}`, async () => {
        open(settings());
        const outcome = await send();
        assert.ok(outcome.kind === 'unavailable', outcome.kind);
        assert.equal(outcome.needsPerson, needsPerson);
        assert.match(outcome.response, response);
        assert.doesNotMatch(outcome.response, /x1y2z3/);
      });
    }

    it('report the greeting of a server that rejects the connection with 554', async () => {
      server.script = { onConnect: () => [554, '5.3.2 Closed for maintenance'] };
      const outcome = await send();
      assert.deepEqual(outcome.kind === 'unavailable' && outcome.response, '554 5.3.2 Closed for maintenance');
    });
  });

  it('sign in, and report that a person is needed if the password is invalid', async () => {
    const guarded = await startMailServer({ password: 'secret' });
    open({ port: guarded.port, user: 'support', password: 'secret' });
    assert.equal((await send()).kind, 'completed');
    pool.close();
    open({ port: guarded.port, user: 'support', password: 'other' });
    const outcome = await send();
    assert.ok(outcome.kind === 'unavailable' && outcome.needsPerson);
    await guarded.close();
  });
});
