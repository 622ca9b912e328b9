import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mailbox, MailboxCheck, Ticket } from '#contract';
import { type DeskProcess, startDeskProcess } from './testing/servers/desk-process.ts';
import { type Dovecot, startDovecot } from './testing/servers/dovecot.ts';
import { findMailServers } from './testing/servers/packages.ts';

const servers = await findMailServers();

const address = 'support@desk.example';
const password = 'correct horse';

/** The fastest of three mails is imported within this time. Without IDLE it could take a minute. */
const maxImportMilliseconds = 2000;

describe('a desk that imports from Dovecot', { skip: 'missing' in servers && servers.missing }, () => {
  let dovecot: Dovecot;
  let desk: DeskProcess;
  let mailbox: Mailbox;
  before(async () => {
    const { root } = servers as { root: string };
    dovecot = await startDovecot(root, [{ address, password }]);
    desk = await startDeskProcess();
    await deliver('Older than the connection', new Date(Date.now() - 3_600_000));
    const inbound = { host: 'localhost', port: dovecot.imapsPort, security: 'tls', user: address, password };
    mailbox = await desk.addMailbox(address, { inbound });
    await desk.waitForState(mailbox.id, 'inbound', 'ok');
  });
  after(() => Promise.all([desk?.remove(), dovecot?.remove()]));

  let mails = 0;
  const deliver = (subject: string, receivedAt?: Date) =>
    dovecot.deliver(
      address,
      `From: customer-${++mails}@shop.example\nMessage-ID: <${mails}@shop.example>\nSubject: ${subject}\n\nIt smokes.\n`,
      receivedAt,
    );
  const listSubjects = async () =>
    (await desk.call<Ticket[]>('GET', '/v1/tickets?sort=created_at')).map(({ subject }) => subject);
  const patch = (inbound: object) => desk.call('PATCH', `/v1/mailboxes/${mailbox.id}/connection`, { inbound });

  it('imports a mail within two seconds while the connection waits in IDLE', async () => {
    const times: number[] = [];
    for (const subject of ['Idle 1', 'Idle 2', 'Idle 3']) {
      const start = performance.now();
      await deliver(subject);
      await desk.waitForMessages(subject, 1);
      times.push(performance.now() - start);
    }
    assert.ok(Math.min(...times) < maxImportMilliseconds, `${times} ms`);
  });

  it('imports every mail once after lost connections and a changed UIDVALIDITY', async () => {
    await dovecot.kill();
    await deliver('While the server was down');
    await dovecot.start();
    await desk.waitForMessages('While the server was down', 1);
    await dovecot.stop();
    await dovecot.renumber(address);
    await deliver('With another UIDVALIDITY');
    await dovecot.start();
    await desk.waitForMessages('With another UIDVALIDITY', 1);
    await deliver('Last');
    await desk.waitForMessages('Last', 1);
    const expected = ['While the server was down', 'With another UIDVALIDITY', 'Last'];
    assert.deepEqual(await listSubjects(), ['Idle 1', 'Idle 2', 'Idle 3', ...expected]);
  });

  it('moves imported mail', async () => {
    await dovecot.addFolder(address, 'Archive');
    await patch({ after_import: 'move', move_to: 'Archive' });
    await deliver('Moved');
    await dovecot.waitForMail(address, 'Moved', 'Archive');
    await desk.waitForMessages('Moved', 1);
  });

  it('pauses with the server’s error message when the server rejects the password', async () => {
    await patch({ password: 'wrong' });
    assert.match((await desk.waitForState(mailbox.id, 'inbound', 'paused')) ?? '', /Authentication failed/);
    await patch({ password });
    await desk.waitForState(mailbox.id, 'inbound', 'ok');
  });

  it('checks the connection, the certificate and the sign-in', async () => {
    const body = { part: 'inbound' };
    const { results } = await desk.call<MailboxCheck>('PUT', `/v1/mailboxes/${mailbox.id}/check`, body);
    assert.deepEqual(
      results.map(({ name, state }) => [name, state]),
      [
        [`Incoming server localhost:${dovecot.imapsPort}`, 'ok'],
        ['Incoming server: TLS', 'ok'],
        ['Incoming server: sign-in', 'ok'],
      ],
    );
  });
});
