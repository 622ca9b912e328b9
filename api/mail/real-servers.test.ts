import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTransport } from 'nodemailer';
import type { Message } from '#contract';
import { type DeskProcess, startDeskProcess } from './testing/servers/desk-process.ts';
import { type Dovecot, startDovecot } from './testing/servers/dovecot.ts';
import { type Exim, eximName, startExim } from './testing/servers/exim.ts';
import { findMailServers } from './testing/servers/packages.ts';

const servers = await findMailServers();

const customer = 'amelie@customer.example';
const account = { user: 'desk', password: 'correct horse' };

describe('a desk with real mail servers', { skip: 'missing' in servers && servers.missing }, () => {
  let dovecot: Dovecot;
  let exim: Exim;
  let desk: DeskProcess;
  before(async () => {
    const { root } = servers as { root: string };
    desk = await startDeskProcess();
    dovecot = await startDovecot(root, [{ address: customer, password: 'secret' }]);
    exim = await startExim(root, {
      ...account,
      lmtpPorts: { 'customer.example': dovecot.lmtpPort },
      routers: 'desk:\n driver = accept\n domains = desk.example\n transport = desk',
      transports: `
desk:
  driver = pipe
  command = /bin/sh -c 'exec "\\$NODE" api/desk.ts mail receive --mailbox "\\$RECIPIENT" --envelope-from "\\$SENDER"'
  environment = NODE=${process.execPath}:DATA_DIR=${desk.dataDir}
  current_directory = ${process.cwd()}
  home_directory = ${process.cwd()}
  temp_errors = 75
`,
    });
    const outbound = {
      host: 'localhost',
      port: exim.smtpPort,
      security: 'starttls',
      ...account,
      plus_addressing: true,
    };
    await desk.addMailbox('support@desk.example', { outbound, trusted_authserv_id: eximName });
  });
  after(() => Promise.all([desk?.remove(), exim?.remove(), dovecot?.remove()]));

  const send = async (mail: { subject: string; to: string; text: string; inReplyTo?: string }) => {
    const transport = createTransport({ host: '127.0.0.1', port: exim.smtpPort, ignoreTLS: true });
    await transport.sendMail({ from: customer, ...mail });
    transport.close();
  };

  it('gets a mail by a pipe, replies by SMTP, and adds the answer to the same ticket', async () => {
    await send({ to: 'support@desk.example', subject: 'Printer', text: 'It smokes.' });
    const { ticket } = await desk.waitForMessages('Printer', 1);
    await desk.call<Message>('POST', `/v1/tickets/${ticket.id}/messages`, { body: 'Restart it.' });
    const [mail = ''] = await dovecot.waitForMails(customer, 1);
    assert.match(mail, /Restart it\./);
    const replyTo = /^Reply-To: .*?([^<\s]+\+t[^>\s]+)/m.exec(mail)?.[1] ?? '';
    await send({ to: replyTo, subject: 'Re: something else', text: 'It prints again.' });
    const { messages } = await desk.waitForMessages('Printer', 3);
    assert.deepEqual(
      messages.map(({ direction, body, sender_verified }) => [direction, body, sender_verified]),
      [
        ['in', 'It smokes.', true],
        ['out', 'Restart it.', null],
        ['in', 'It prints again.', true],
      ],
    );
  });
});
