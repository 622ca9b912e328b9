import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { MailboxCheck } from '#contract';
import { findFreePort } from '#server/testing/free-port';
import { projectFolder } from '#server/testing/server-process';
import { type DeskProcess, startDeskProcess } from './testing/servers/desk-process.ts';
import { type Dovecot, startDovecot } from './testing/servers/dovecot.ts';
import { type Exim, eximName, startExim } from './testing/servers/exim.ts';
import { findMailServers } from './testing/servers/packages.ts';

const servers = await findMailServers();

const customer = 'amelie@customer.example';
const full = 'full@customer.example';
const imap = 'support@imap.example';
const account = { user: 'desk', password: 'correct horse' };

/** Reads the recipes for Exim, as an administrator would copy them. */
const readRecipes = async () => {
  const text = await readFile(`${projectFolder}/OPERATIONS.md`, 'utf8');
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  return {
    router: find(/# Exim: a router[^\n]*\n(.*?)# Exim: a transport/s),
    lmtp: find(/# Exim: a transport\n(.*?)```/s),
    pipe: find(/(stardesk_pipe:.*?)```/s),
    script: find(/(#!\/bin\/sh\n# \/usr\/local\/bin\/stardesk-mail.*?)```/s),
  };
};

/** Adapts the recipes: mail for `desk.example` arrives by LMTP, mail for `pipe.example` through the script. */
const configureExim = async (lmtpPort: number, dataDir: string): Promise<{ routers: string; transports: string }> => {
  const { router, lmtp, pipe, script } = await readRecipes();
  const program = join(dataDir, 'stardesk-mail');
  const adapted = script.replace('/srv/stardesk/data', dataDir).replace('cd /srv/stardesk', `cd ${projectFolder}`);
  await writeFile(program, adapted, { mode: 0o755 });
  const pipeRouter = router.replace('stardesk:', 'stardesk_pipe:').replace('stardesk_lmtp', 'stardesk_pipe');
  return {
    routers:
      router.replace('desk.example.com', 'desk.example') + pipeRouter.replace('desk.example.com', 'pipe.example'),
    transports:
      lmtp.replace('2400', String(lmtpPort)) +
      pipe.replace('/usr/local/bin/stardesk-mail', program).replace('user = stardesk', 'user = Debian-exim'),
  };
};

describe('a desk with real mail servers', { skip: 'missing' in servers && servers.missing }, () => {
  let dovecot: Dovecot;
  let exim: Exim;
  let desk: DeskProcess;
  before(async () => {
    const { root } = servers as { root: string };
    const lmtpPort = await findFreePort();
    desk = await startDeskProcess({ LMTP_PORT: String(lmtpPort) });
    dovecot = await startDovecot(root, [
      { address: customer, password: 'secret' },
      { address: full, password: 'secret', maxBytes: 500 },
      { address: imap, password: 'secret' },
    ]);
    exim = await startExim(root, {
      ...account,
      lmtpPorts: { 'customer.example': dovecot.lmtpPort, 'imap.example': dovecot.lmtpPort },
      ...(await configureExim(lmtpPort, desk.dataDir)),
    });
    for (const address of ['support@desk.example', 'support@pipe.example'])
      await desk.addMailbox(address, connection());
    const inbound = { host: 'localhost', port: dovecot.imapPort, security: 'starttls', user: imap, password: 'secret' };
    const { id } = await desk.addMailbox(imap, { ...connection(), inbound });
    await desk.waitForState(id, 'inbound', 'ok');
  });
  after(() => Promise.all([desk?.remove(), exim?.remove(), dovecot?.remove()]));

  const connection = () => ({
    outbound: { host: 'localhost', port: exim.smtpPort, security: 'starttls', ...account, plus_addressing: true },
    trusted_authserv_id: eximName,
  });
  const send = async (mail: { subject: string; to: string; text: string; from?: string }) => {
    const transport = createTransport({ host: '127.0.0.1', port: exim.smtpPort, ignoreTLS: true });
    await transport.sendMail({ from: customer, ...mail });
    transport.close();
  };

  for (const [method, address] of [
    ['LMTP', 'support@desk.example'],
    ['a pipe', 'support@pipe.example'],
    ['IMAP', imap],
  ] as const) {
    it(`receives a mail by ${method}, replies by SMTP, and adds the customer’s reply to the same ticket`, async () => {
      await send({ to: address, subject: method, text: 'It smokes.' });
      const { ticket } = await desk.waitForMessages(method, 1);
      await desk.call('POST', `/v1/tickets/${ticket.id}/messages`, { body: 'Restart it.' });
      const mail = await dovecot.waitForMail(customer, `Re: ${method}`);
      assert.match(mail, /Restart it\./);
      const replyTo = /^Reply-To: .*?([^<\s]+\+t[^>\s]+)/m.exec(mail)?.[1] ?? '';
      await send({ to: replyTo, subject: 'Something else', text: 'It prints again.' });
      const { messages } = await desk.waitForMessages(method, 3);
      assert.deepEqual(
        messages.map(({ direction, body, sender_verified }) => [direction, body, sender_verified]),
        [
          ['in', 'It smokes.', true],
          ['out', 'Restart it.', null],
          ['in', 'It prints again.', true],
        ],
      );
    });
  }

  it('marks the ticket undelivered after a bounce from a full mailbox', async () => {
    await send({ from: full, to: 'support@desk.example', subject: 'Full', text: 'Help' });
    const { ticket } = await desk.waitForMessages('Full', 1);
    await desk.call('POST', `/v1/tickets/${ticket.id}/messages`, { body: 'Empty your mailbox. '.repeat(50) });
    const { messages } = await desk.waitForMessages('Full', 3);
    assert.match(messages[2]?.body ?? '', /Quota exceeded/);
    const { undelivered } = await desk.call<{ undelivered: boolean }>('GET', `/v1/tickets/${ticket.id}`);
    assert.equal(undelivered, true);
  });

  it('checks the outgoing server, and receives its own test mail', async () => {
    const [{ id = '' } = {}] = await desk.call<{ id: string }[]>('GET', '/v1/mailboxes');
    const check = (part: string, test_mail_id: string | null = null) =>
      desk.call<MailboxCheck>('PUT', `/v1/mailboxes/${id}/check`, { part, test_mail_id });
    const { results } = await check('outbound');
    assert.deepEqual(
      results.map(({ state }) => state),
      ['ok', 'ok', 'ok'],
    );
    const { test_mail_id } = await check('test_mail');
    for (;;) {
      const arrival = await check('arrival', test_mail_id);
      if (arrival.results.some(({ state }) => state === 'waiting')) {
        await pause(100);
        continue;
      }
      assert.deepEqual(
        arrival.results.map(({ name, state }) => [name, state]),
        [
          ['Test email', 'ok'],
          ['Plus addresses', 'ok'],
          ['SPF of the test email', 'ok'],
          ['DMARC of the test email', 'ok'],
          ['DKIM signature', 'warning'],
        ],
      );
      break;
    }
  });
});
