import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Ticket } from '#contract';
import { authorizationStates, type JobKind } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import { encodeEnum } from '../../database/column-encoding.ts';
import { startImapServer } from '../../mail/imap/testing/imap-server.ts';
import { addNotification } from '../../notifications/testing/add-notification.ts';
import { recordSampleRow } from '../../sample/sample-rows.ts';
import type { TestApi } from '../../testing/api.ts';
import type { addJob } from './add-job.ts';

/** Prepares work for a job of this kind, and returns the options of the job. */
type Fixture = (api: TestApi) => Promise<Parameters<typeof addJob>[2]>;

/** One fixture per kind: see handlers.test.ts. */
export const fixtures: Record<JobKind, Fixture> = {
  async collect_files({ files, database }) {
    const day = 86_400_000;
    await files.put(Readable.from([Buffer.from('unused')]), { maxBytes: 10 }, file =>
      database.transaction(writes => file.store(writes, Date.now() - 2 * day)),
    );
    return {};
  },
  async purge_expired({ database: { transaction } }) {
    const expired = { key_hash: 'a'.repeat(64), payload_hash: '', answer: '{}', created_at: 1 };
    await transaction(writes => writes.insertInto('idempotency_keys').values(expired).execute());
    return {};
  },
  async send_reset_link({ people, call }) {
    const body = { name: 'Reset', address: 'reset@desk.example' };
    const { url } = (await call<{ url: string }>('POST', '/v1/mailboxes', { as: 'admin', body })).body;
    const outbound = { host: 'smtp.desk.example', port: 465, security: 'tls' };
    await call('PUT', `${url}/connection`, { as: 'admin', body: { outbound } });
    await call('PATCH', url, { as: 'admin', body: { transport: 'smtp' } });
    return { payload: { person_id: people.agent.id, requested_at: Date.now() } };
  },
  async notify({ call, people }) {
    const { url } = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Notified' } })).body;
    const note = { body: 'Look', type: 'note', mentions: [people.viewer.id] };
    assert.equal((await call('POST', `${url}/messages`, { body: note })).status, 201);
    return {};
  },
  async mail_notifications({ call, database, people }) {
    const mailbox = { name: 'Notices', address: 'notices@desk.example' };
    assert.equal((await call('PUT', '/v1/mailboxes/b-5', { as: 'admin', body: mailbox })).status, 201);
    const id = await addNotification(database, people.viewer.id);
    const created_at = Date.now() - 600_000;
    await database.transaction(async writes => {
      await writes.updateTable('notifications').set({ created_at }).where('id', '=', id).execute();
      await writes.deleteFrom('jobs').execute();
    });
    return {};
  },
  async purge_sign_ins({ database }) {
    const expired = { key: 'old', points: 3, expire: 1 };
    await database.transaction(writes => writes.insertInto('sign_in_failures').values(expired).execute());
    return {};
  },
  async add_mail_files({ call, database, runJobs }) {
    const mailbox = { name: 'Orders', address: 'orders@desk.example' };
    assert.equal((await call('PUT', '/v1/mailboxes/b-3', { as: 'admin', body: mailbox })).status, 201);
    const text = [
      'From: ada@desk.example\r\nTo: orders@desk.example\r\nSubject: Photo',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the photo.',
      '--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nHello\r\n--b--',
    ].join('\r\n');
    assert.equal((await call('POST', '/v1/mailboxes/b-3/mails', { text, type: mailMediaType })).status, 201);
    await runJobs();
    await database.transaction(async writes => {
      await writes.deleteFrom('attachments').execute();
      await writes.updateTable('messages').set({ attachments: null }).execute();
      await writes.updateTable('mails').set({ lacks_files: 1 }).execute();
      await writes.deleteFrom('jobs').execute();
    });
    return { key: 'all' };
  },
  async poll_mailbox({ call, database }) {
    const server = await startImapServer();
    const mailbox = { name: 'Info', address: 'info@desk.example' };
    assert.equal((await call('PUT', '/v1/mailboxes/b-imap', { as: 'admin', body: mailbox })).status, 201);
    const inbound = {
      ...{ host: '127.0.0.1', port: server.port, security: 'none', user: 'info', password: 'secret' },
      import_since: new Date(Date.now() - 60_000).toISOString(),
    };
    assert.equal(
      (await call('PUT', '/v1/mailboxes/b-imap/connection', { as: 'admin', body: { inbound } })).status,
      200,
    );
    server.deliver('From: ada@desk.example\r\nTo: info@desk.example\r\nSubject: Opening hours\r\n\r\nWhen?');
    await database.transaction(writes => writes.deleteFrom('jobs').execute());
    return { key: 'b-imap', payload: { mailbox_id: 'b-imap' } };
  },
  async process_mail({ call, database }) {
    const mailbox = { name: 'Support', address: 'support@desk.example' };
    assert.equal((await call('PUT', '/v1/mailboxes/b-1', { as: 'admin', body: mailbox })).status, 201);
    const text = 'From: ada@desk.example\r\nTo: support@desk.example\r\nSubject: Late parcel\r\n\r\nWhere is it?';
    assert.equal((await call('POST', '/v1/mailboxes/b-1/mails', { text, type: mailMediaType })).status, 201);
    await database.transaction(writes => writes.deleteFrom('jobs').execute());
    return { key: 'b-1', payload: { mailbox_id: 'b-1' } };
  },
  async renew_authorization({ call, database }) {
    const [mailbox, google] = [
      { name: 'Billing', address: 'billing@desk.example' },
      { provider: 'google', client_id: 'desk' },
    ];
    assert.equal((await call('PUT', '/v1/mailboxes/b-4', { as: 'admin', body: mailbox })).status, 201);
    const { status } = await call('PUT', '/v1/mailboxes/b-4/authorization', { as: 'admin', body: google });
    assert.equal(status, 200);
    const authorized = { state: encodeEnum(authorizationStates, 'authorized') };
    await database.transaction(writes => writes.updateTable('mailbox_authorizations').set(authorized).execute());
    return { key: 'b-4', payload: { mailbox_id: 'b-4' } };
  },
  async replace_tag({ call, database }) {
    const tagged = { subject: 'Late parcel', tags: ['post', 'urgent'] };
    assert.equal((await call('POST', '/v1/tickets', { body: tagged })).status, 201);
    const merge = { as: 'admin', body: { into: 'parcels' } } as const;
    assert.equal((await call('PUT', '/v1/tags/post/merge', merge)).status, 200);
    await database.transaction(writes => writes.deleteFrom('jobs').execute());
    return { key: 'post', payload: { tag: 'post' } };
  },
  async remove_sample({ call, database, people }) {
    const { id } = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Sample' } })).body;
    await database.transaction(writes => recordSampleRow(writes, 'ticket', { id, version: 1 }));
    return { payload: { total: 1, person_id: people.admin.id, client_id: null } };
  },
  async send_delivery({ call, database }) {
    const mailbox = { name: 'Sales', address: 'sales@desk.example' };
    assert.equal((await call('PUT', '/v1/mailboxes/b-2', { as: 'admin', body: mailbox })).status, 201);
    const draft = { subject: 'Offer', customer_email: 'ada@desk.example', mailbox_id: 'b-2' };
    const { url } = (await call<Ticket>('POST', '/v1/tickets', { body: draft })).body;
    assert.equal((await call('POST', `${url}/messages`, { body: { body: 'Here it is.' } })).status, 201);
    const { key, payload } = await database.read
      .selectFrom('jobs')
      .select(['key', 'payload'])
      .where('kind', '=', 'send_delivery')
      .executeTakeFirstOrThrow();
    await database.transaction(writes => writes.deleteFrom('jobs').execute());
    return { ...(key !== null && { key }), payload: JSON.parse(payload) };
  },
};
