import assert from 'node:assert/strict';
import type { Attachment, Client } from '#contract';
import { mailMediaType } from '#contract/mails';
import { enqueue } from '../../jobs/enqueue.ts';
import { setUpApp } from '../../oauth/testing/authenticator-app.ts';
import { obtainTokens, refreshTokens } from '../../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../../oauth/testing/oauth-server.ts';
import { addPasskey } from '../../oauth/testing/passkey-steps.ts';
import type { TestApi } from '../../testing/api.ts';
import { linkIdentity } from '../../testing/link-identity.ts';

/**
 * Creates a resource of every kind, an authenticator app and a passkey. Deletes a gist, a client, and a ticket with its
 * message.
 */
export const createAllResources = async (api: TestApi): Promise<void> => {
  const { call, clock, database, people, url, runJobs } = api;
  const put = async (path: string, body: object) => assert.equal((await call('PUT', path, { body })).status, 201);
  const mailbox = { name: 'Support', address: 'support@desk.example' };
  assert.equal((await call('PUT', '/v1/mailboxes/b-1', { as: 'admin', body: mailbox })).status, 201);
  const inbound = { host: '127.0.0.1', port: 1, security: 'none', user: 'support', password: 'secret' };
  const connection = { as: 'admin', body: { inbound } } as const;
  assert.equal((await call('PUT', '/v1/mailboxes/b-1/connection', connection)).status, 200);
  const other = { name: 'Mail', address: 'mail@desk.example' };
  assert.equal((await call('PUT', '/v1/mailboxes/b-mail', { as: 'admin', body: other })).status, 201);
  const provider = { name: 'Login', issuer: 'https://login.example', client_id: 'desk', client_secret: 'a secret' };
  const added = await call('PUT', '/v1/identity_providers/p-1', { as: 'admin', body: provider });
  assert.equal(added.status, 201);
  await linkIdentity(api, api.people.viewer.id);
  const settings = { as: 'admin', body: { limits: { max_message_files: 20 } } } as const;
  assert.equal((await call('PATCH', '/v1/settings', settings)).status, 200);
  await put('/v1/tickets/t-1', {
    ...{ subject: 'One', tags: ['a'], customer_name: 'Ada', customer_email: 'Ada@desk.example', mailbox_id: 'b-1' },
  });
  await put('/v1/tickets/t-1/messages/m-note', { body: 'A note', type: 'note' });
  await call('PATCH', '/v1/tickets/t-1', { body: { state: 'closed' } });
  const upload = async (content: string) => {
    const response = await call<Attachment>('POST', '/v1/attachments', { text: content, type: 'text/plain' });
    assert.equal(response.status, 201);
    return response.body.id;
  };
  const attached = [
    await upload('The text of a file that is on a message'),
    await upload('Another file of the message'),
  ];
  await put('/v1/tickets/t-1/messages/m-in', { body: 'Again!', direction: 'in', attachment_ids: attached });
  await upload('The text of a file that is not on a message yet');
  await put('/v1/tickets/t-pending', { subject: 'Later', state: 'pending' });
  // The viewer watches the ticket, and the jobs below notify them.
  await call('PATCH', '/v1/tickets/t-pending', { body: { assignee_id: people.viewer.id } });
  const text = `From: bo@desk.example\r\nSubject: Smoke\r\n\r\nIt smokes.`;
  for (const more of ['', ' Now it burns.']) {
    const mail = { text: `${text}${more}`, type: mailMediaType };
    assert.equal((await call('POST', '/v1/mailboxes/b-mail/mails', mail)).status, 201);
    if (more === '') await runJobs();
  }
  const scheduled = { body: 'Mailed', send_after: new Date(clock.now() + 86_400_000).toISOString() };
  assert.equal((await call('POST', '/v1/tickets/t-1/messages', { body: scheduled })).status, 201);
  await put('/v1/tickets/t-closed', { subject: 'Done', state: 'closed' });
  await put('/v1/tickets/t-gone', { subject: 'Deleted' });
  await put('/v1/tickets/t-gone/messages/m-gone', { body: 'Deleted' });
  await put('/v1/gists/g-1', { files: { 'a.md': { content: 'One' } } });
  await put('/v1/gists/g-private', { public: false, files: { 'a.md': { content: 'One' } } });
  await put('/v1/gists/g-gone', { files: { 'a.md': { content: 'Deleted' } } });
  await put('/v1/views/v-1', { name: 'Mine', query: '' });
  await call('PUT', '/v1/gists/g-1/star');
  for (const path of ['/v1/tickets/t-gone', '/v1/gists/g-gone']) await call('DELETE', path);
  await call('POST', '/v1/tickets', { body: { subject: 'Once' }, headers: { 'Idempotency-Key': 'k' } });
  const once = { as: 'admin', headers: { 'Idempotency-Key': 'once' } } as const;
  const registration = { name: 'Kiosk', redirect_uris: ['https://kiosk.example/'], scopes: ['tickets:read'] };
  for (const headers of [{}, once.headers]) {
    const registered = await call<Client>('POST', '/v1/clients', { as: 'admin', headers, body: registration });
    assert.equal((await call('PUT', `${registered.body.url}/secret`, { ...once, body: {} })).status, 200);
    if (headers === once.headers) await call('DELETE', registered.body.url, { as: 'admin' });
  }
  const token = { person_id: people.admin.id, name: 'Export', scopes: ['tickets:read'] };
  assert.equal((await call('POST', '/v1/script_tokens', { ...once, body: token })).status, 201);
  await database.transaction(writes => enqueue(writes, 'purge_expired', { key: 'checked' }));
  const client = {
    ...{ server: { url }, client: await addClient(database) },
    person: await addPerson(database, 'signed-in@desk.example'),
  };
  const { refresh_token } = await obtainTokens(client);
  await setUpApp({ database, clock }, client.person.id);
  await addPasskey({ server: { url }, database, clock }, client.person.id);
  assert.equal((await refreshTokens(client, refresh_token)).status, 200);
};
