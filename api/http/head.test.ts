import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { operations } from '#contract/all-operations';
import type { Role } from '#contract/enums';
import { addJob } from '../jobs/testing/add-job.ts';
import { addNotification } from '../notifications/testing/add-notification.ts';
import { addSession } from '../testing/add-session.ts';
import { withApi } from '../testing/api.ts';
import { createGrant } from '../testing/create-grant.ts';
import { linkIdentity } from '../testing/link-identity.ts';
import { createMailedReply } from '../testing/mailed-reply.ts';
import type { ApiResponse } from '../testing/request.ts';

/** Headers that differ between responses or belong to the connection. */
const varyingHeaders = [
  'date',
  'x-request-id',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'connection',
  'keep-alive',
];
const getResponseHeaders = ({ headers }: ApiResponse) =>
  [...headers].filter(([name]) => !varyingHeaders.includes(name));

withApi(api => {
  const email = 'ada@desk.example';
  // Audit entry 1 records the creation of a test person.
  const ids: Record<string, string> = { email, name: 'seen', audit_entry_id: '1' };
  before(async () => {
    const create = async (url: string, body: object, as: Role = 'agent') =>
      (await api().call<{ id: string }>('POST', url, { as, body })).body.id;
    ids['ticket_id'] = await create('/v1/tickets', {
      subject: 'Seen',
      customer_email: email,
      state: 'closed',
      tags: ['seen'],
    });
    ids['message_id'] = await create(`/v1/tickets/${ids['ticket_id']}/messages`, { body: 'Text' });
    ids['gist_id'] = await create('/v1/gists', { files: { 'a.md': { content: 'A' } } });
    ids['view_id'] = await create('/v1/views', { name: 'All', query: '' });
    ids['identity_provider_id'] = await create(
      '/v1/identity_providers',
      { name: 'Login', issuer: 'https://login.example', client_id: 'desk' },
      'admin',
    );
    ids['mailbox_id'] = await create('/v1/mailboxes', { name: 'Post', address: 'post@desk.example' }, 'admin');
    const mail = { text: 'Subject: Seen\r\n\r\nText', type: 'message/rfc822' };
    const mails = `/v1/mailboxes/${ids['mailbox_id']}/mails`;
    const file = { text: 'Seen', type: 'text/plain' };
    ids['attachment_id'] = (await api().call<{ id: string }>('POST', '/v1/attachments', file)).body.id;
    ids['mail_id'] = (await api().call<{ id: string }>('POST', mails, mail)).body.id;
    ids['delivery_id'] = (await createMailedReply(api(), ids['mailbox_id'] ?? '')).delivery_id ?? '';
    // Sends the reply, and processes the mail.
    await api().runJobs();
    ids['job_id'] = await addJob(api().database, 'purge_expired');
    ids['person_id'] = api().people.agent.id;
    ids['session_id'] = await addSession(api().database, ids['person_id']);
    const registration = { name: 'Seen', redirect_uris: ['https://seen.example/'], scopes: ['tickets:read'] };
    ids['client_id'] = await create('/v1/clients', registration, 'admin');
    const token = { person_id: ids['person_id'], name: 'Seen', scopes: ['tickets:read'] };
    ids['script_token_id'] = await create('/v1/script_tokens', token, 'admin');
    ids['grant_id'] = await createGrant(api());
    ids['identity_id'] = await linkIdentity(api(), ids['person_id']);
    ids['notification_id'] = await addNotification(api().database, ids['person_id']);
    await api().call('PUT', `/v1/gists/${ids['gist_id']}/star`);
    const invitation = `/v1/people/${ids['person_id']}/invitation`;
    await api().call('PUT', invitation, { as: 'admin', body: { deliver: 'link' } });
  });
  const fill = (path: string, known = ids) =>
    `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'never')}`;

  describe('HEAD', () => {
    const reads = operations.filter(({ method }) => method === 'GET');
    for (const { path, status, hidden } of reads) {
      it(`${status} for ${path} with the headers of GET, without a body`, async () => {
        for (const headers of [{ 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'identity' }]) {
          const call = { headers, ...(hidden && { as: 'admin' as const }) };
          const response = await api().call('GET', fill(path), call);
          const head = await api().call('HEAD', fill(path), call);
          assert.deepEqual([response.status, head.status, head.text], [status, status, '']);
          assert.deepEqual(getResponseHeaders(head), getResponseHeaders(response));
        }
      });
    }

    it('304, 401, 404, 405, 410 and 422 as for GET, without a body', async () => {
      const url = fill('/tickets/{ticket_id}');
      const etag = (await api().call('GET', url)).headers.get('etag') ?? '';
      const deleted = fill('/gists/{gist_id}');
      await api().call('DELETE', deleted);
      for (const [status, at, call] of [
        [304, url, { headers: { 'If-None-Match': etag } }],
        [401, url, { as: null }],
        [404, fill('/tickets/{ticket_id}', {}), {}],
        [404, '/v1/nothing', {}],
        [405, '/v1/oauth/token', {}],
        [410, deleted, {}],
        [422, `${url}?x=1`, {}],
      ] as const) {
        const [got, head] = [await api().call('GET', at, call), await api().call('HEAD', at, call)];
        assert.deepEqual([got.status, head.status, head.text], [status, status, '']);
        assert.deepEqual(getResponseHeaders(head), getResponseHeaders(got), at);
      }
    });
  });
});
