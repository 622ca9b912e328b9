import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { connect } from '../../deliveries/smtp/connection.ts';
import type { SmtpSettings } from '../../deliveries/smtp/settings.ts';
import { type MailServerScript, startMailServer } from '../../deliveries/testing/mail-server.ts';
import { checkServer } from './check-server.ts';
import { startDeadline, untilAborted } from './deadline.ts';
import { checkDomain } from './domain-records.ts';
import { probeServer } from './probe-server.ts';
import { ok, problem } from './result.ts';
import { sendTestMails } from './test-mail.ts';

/** Starts a server that sends its first line immediately. It sends each further line in response to a command. */
const startServer = async (...lines: string[]) => {
  const server = createServer(socket => {
    const pending = [...lines];
    const next = () => socket.write(pending.shift() ?? '');
    next();
    socket.on('data', next).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
};

const deadlineMilliseconds = 200;
const timeoutMessage = 'The server did not respond within 0.2 seconds';

const probe = async (protocol: 'smtp' | 'imap', security: 'none' | 'starttls', ...lines: string[]) => {
  const server = await startServer(...lines);
  const { port } = server;
  const probed = await probeServer(
    { protocol, security, host: '127.0.0.1', port },
    startDeadline(deadlineMilliseconds),
  );
  server.close();
  return probed;
};

describe('the deadline of a check', () => {
  it('aborts the probe of a server that does not respond', async () => {
    const { greeting, error } = await probe('smtp', 'starttls', '220 desk.example ESMTP\r\n');
    assert.deepEqual([greeting, error], ['220 desk.example ESMTP\r\n', timeoutMessage]);
  });

  it('aborts a sign-in, and advises about slow servers instead of the password', async () => {
    const server = await startServer('220 desk.example ESMTP\r\n');
    const signal = startDeadline(deadlineMilliseconds);
    const signIn = () => untilAborted(new Promise<never>(() => {}), signal);
    const checked = { protocol: 'smtp', host: '127.0.0.1', port: server.port, security: 'none' } as const;
    const account = { title: 'Server', user: 'support', authentication: 'password', secret: 'secret', signIn } as const;
    const [, result] = await checkServer({ ...checked, ...account }, Date.now(), signal);
    assert.equal(result?.response, timeoutMessage);
    assert.match(result.advice ?? '', /^The server accepts connections, but the sign-in did not finish in time\./);
    server.close();
  });

  it('aborts a test mail, and reports only a warning if the server may have accepted the mail', async () => {
    const cases: [MailServerScript, string, RegExp][] = [
      [{ onRecipient: () => 'silence' }, 'failed', /^null$/],
      [{ onData: () => 'silence' }, 'warning', /-plain$/],
    ];
    for (const [script, state, id] of cases) {
      const server = await startMailServer(script);
      const { port } = server;
      const settings: SmtpSettings = {
        ...{ host: '127.0.0.1', port, security: 'none', maxConnections: 1 },
        ...{ user: '', password: '' },
      };
      const connection = await connect(settings, { connect: 5000, response: 5000, idle: 0 });
      const mailbox = { name: 'Support', address: 'support@desk.example', deskId: 'desk', now: Date.now() };
      const sent = await sendTestMails(connection, mailbox, startDeadline(deadlineMilliseconds));
      assert.deepEqual(
        sent.results.map(result => [result.state, result.response]),
        [[state, timeoutMessage]],
      );
      assert.match(String(sent.id), id);
      connection.close();
      await server.close();
    }
  });

  it('aborts queries to a DNS server that does not respond', async () => {
    const systemServers = dns.getServers();
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    dns.setServers([`127.0.0.1:${socket.address().port}`]);
    const results = await checkDomain('a.desk.example', startDeadline(deadlineMilliseconds));
    dns.setServers(systemServers);
    socket.close();
    assert.deepEqual(
      results.map(({ response }) => response),
      [timeoutMessage, timeoutMessage],
    );
  });

  it('rejects immediately if the signal is aborted already', async () => {
    await assert.rejects(untilAborted(new Promise(() => {}), AbortSignal.abort(new Error('late'))), /late/);
  });
});

describe('the probe of a server', () => {
  for (const [protocol, code, text] of [
    ['smtp', '554', '554 No service here'],
    ['smtp', '421', '421-Too many\r\n421 connections'],
    ['imap', 'BYE', '* BYE Overloaded'],
  ] as const) {
    it(`reports that the server rejects the connection with ${code}`, async () => {
      const probed = await probe(protocol, 'none', `${text}\r\n`);
      assert.deepEqual([probed.greeting, probed.error, probed.wasRejected], [null, `${text}\r\n`, true]);
    });
  }

  it('reports that the server rejects EHLO', async () => {
    const probed = await probe('smtp', 'starttls', '220 desk.example\r\n', '502 Unknown\r\n', '220 Go ahead\r\n');
    assert.deepEqual([probed.error, probed.wasRejected], ['502 Unknown\r\n', true]);
  });
});

describe('a result of a check', () => {
  it('contains each text on one line, without control characters', () => {
    const text = `a\x1b[2J\r\n${'x'.repeat(1000)}`;
    for (const value of Object.values({ ...problem('failed', text, text, text), ...ok(text, text) }))
      assert.match(value ?? '', /^(a \[2J x{494}|ok)?$/);
  });

  it('is never cut within a character', () => {
    assert.equal(ok(`a${'👍'.repeat(600)}`, null).name, `a${'👍'.repeat(249)}`);
  });
});
