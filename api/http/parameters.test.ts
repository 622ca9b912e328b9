import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Attachment, Gist, Mail, Mailbox, Message, Ticket, View } from '#contract';
import { operations } from '#contract/all-operations';
import { addJob } from '../jobs/testing/add-job.ts';
import { addNotification } from '../notifications/testing/add-notification.ts';
import { addSession } from '../testing/add-session.ts';
import { withApi } from '../testing/api.ts';
import { createGrant } from '../testing/create-grant.ts';
import { getFieldErrors } from '../testing/field-errors.ts';
import { linkIdentity } from '../testing/link-identity.ts';
import { createMailedReply } from '../testing/mailed-reply.ts';

const large = 'x'.repeat(257);

/** Invalid queries of the ticket list, with the field and code of each error. */
const rejected: [query: string, ...errors: [field: string, code: number][]][] = [
  ['stat=open&per_pages=5', ['stat', 1007], ['per_pages', 1007]],
  ['__proto__=1&constructor=1&=1', ['__proto__', 1007], ['constructor', 1007], ['', 1007]],
  ['state[]=open', ['state[]', 1007]],
  ['state=open&state=open&q=a&q=', ['state', 1010], ['q', 1010], ['q', 1003]],
  ...['', 'OPEN', 'open,', 'open,,closed', ' open', 'solved'].map((value): [string, [string, number]] => [
    `state=${value}`,
    ['state', 1005],
  ]),
  ['priority=1', ['priority', 1005]],
  ['assignee_id=', ['assignee_id', 1006]],
  ['assignee_id=%00', ['assignee_id', 1006]],
  ['assignee_id=starred', ['assignee_id', 1015]],
  ['tag=', ['tag', 1006]],
  ['tag=a,b', ['tag', 1006]],
  ['awaiting_reply=1', ['awaiting_reply', 1005]],
  ['customer_email=', ['customer_email', 1006]],
  ['mailbox_id=', ['mailbox_id', 1006]],
  ['undelivered=false', ['undelivered', 1005]],
  ['watching=false', ['watching', 1005]],
  ...['', '2026-11-20', '2026-11-20T17:35Z', '2026-11-20T17:35:33', '2026-02-30T00:00:00Z', '1795219200'].map(
    (value): [string, [string, number]] => [`created_since=${value}`, ['created_since', 1006]],
  ),
  ['updated_since=2026-11-20T17:35:33+02:00', ['updated_since', 1006]], // The plus is a space here.
  ['sort=', ['sort', 1005]],
  ['sort=-', ['sort', 1005]],
  ['sort=--state', ['sort', 1005]],
  ['sort=state,,priority', ['sort', 1005]],
  ['sort=subject', ['sort', 1005]],
  ['sort=state,-state', ['sort', 1010]],
  ['sort=state,priority,created_at,updated_at,closed_at', ['sort', 1004]],
  ['q=', ['q', 1003]],
  ['q=%20%09', ['q', 1003]],
  [`q=${large}`, ['q', 1004]],
  ['q=a%00', ['q', 1014]],
  ['fields=', ['fields', 1005]],
  ['fields=id,nope', ['fields', 1005]],
  ['fields=id,,subject', ['fields', 1005]],
  ['per_page=0', ['per_page', 1009]],
  ...['', '-1', '1.5', 'abc', '1e1', '+5', '0x1', '%D9%A1'].map((value): [string, [string, number]] => [
    `per_page=${value}`,
    ['per_page', 1006],
  ]),
  ['count=1', ['count', 1005]],
  ['envelope=', ['envelope', 1005]],
  ['pretty=no', ['pretty', 1005]],
];

const accepted = [
  '',
  '&&',
  'state=open,open&priority=low,high,low&assignee_id=null&tag=a&awaiting_reply=false&customer_email=a@b.example',
  'assignee_id=me&created_since=2026-11-20T17:35:33Z&updated_since=2026-11-20T17:35:33.123456%2B02:00',
  'sort=state,-priority,created_at,-updated_at&fields=id,id,subject&per_page=1',
  `q=${encodeURIComponent('🎫'.repeat(256))}&count=true&envelope=true&pretty=false`,
  'per_page=00100',
];

const identityProvider = { name: 'E', issuer: 'https://login.example', client_id: 'desk' };
const mail = { text: 'Subject: A\r\n\r\nB', type: 'message/rfc822' };

withApi(api => {
  describe('a parameter of the ticket list', () => {
    for (const [query, ...errors] of rejected) {
      it(`422 for ${query.slice(0, 60)}`, async () => {
        const response = await api().call('GET', `/v1/tickets?${query}`);
        assert.deepEqual([response.status, getFieldErrors(response)], [422, errors.sort()]);
      });
    }

    it('200 for valid parameters, alone and combined, and an empty list for a search without terms', async () => {
      for (const query of accepted) assert.equal((await api().call('GET', `/v1/tickets?${query}`)).status, 200, query);
      assert.deepEqual((await api().call('GET', '/v1/tickets?q=%21%3F')).body, []);
    });

    it('400 for a malformed percent-encoding', async () => {
      for (const query of ['q=%FF', 'q=%', 'q=a%2', 'q=%ED%A0%80', '%FF=1']) {
        const response = await api().call('GET', `/v1/tickets?${query}`);
        assert.deepEqual([response.status, response.body.code], [400, 40004], query);
      }
    });
  });

  describe('an unknown or repeated parameter', () => {
    let ids: Record<string, string> = {};
    before(async () => {
      const create = async (list: string, body: object) =>
        (await api().call<Ticket | Message | Gist | View | Mailbox>('POST', list, { body, as: 'admin' })).body;
      const ticket = await create('/v1/tickets', { subject: 'A', customer_email: 'ada@desk.example', tags: ['a'] });
      ids = {
        name: 'a',
        email: 'ada@desk.example',
        ticket_id: ticket.id,
        message_id: (await create(`${ticket.url}/messages`, { body: 'B' })).id,
        gist_id: (await create('/v1/gists', { files: { 'a.md': { content: '' } } })).id,
        view_id: (await create('/v1/views', { name: 'C', query: '' })).id,
        mailbox_id: (await create('/v1/mailboxes', { name: 'D', address: 'd@desk.example' })).id,
        job_id: await addJob(api().database, 'purge_expired'),
        notification_id: await addNotification(api().database, api().people.admin.id),
        person_id: api().people.viewer.id,
        audit_entry_id: '1',
        session_id: await addSession(api().database, api().people.viewer.id),
        identity_id: await linkIdentity(api(), api().people.viewer.id),
        identity_provider_id: (await create('/v1/identity_providers', identityProvider)).id,
      };
      const registration = { name: 'Seen', redirect_uris: ['https://seen.example/'], scopes: ['tickets:read'] };
      ids['client_id'] = (await create('/v1/clients', registration)).id;
      const token = { person_id: ids['person_id'], name: 'Seen', scopes: ['tickets:read'] };
      ids['script_token_id'] = (await create('/v1/script_tokens', token)).id;
      ids['grant_id'] = await createGrant(api());
      ids['delivery_id'] = (await createMailedReply(api(), ids['mailbox_id'] ?? '')).delivery_id ?? '';
      const mails = `/v1/mailboxes/${ids['mailbox_id']}/mails`;
      ids['mail_id'] = (await api().call<Mail>('POST', mails, mail)).body.id;
      const file = { as: 'admin', text: 'Seen', type: 'text/plain' } as const;
      ids['attachment_id'] = (await api().call<Attachment>('POST', '/v1/attachments', file)).body.id;
    });

    for (const { method, path, example, bodyType, responseType } of operations) {
      it(`422 for ${method} ${path}, and nothing changes`, async () => {
        const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
        const log = async () => (await api().call('GET', '/v1/events', { as: 'admin' })).text;
        const before = await log();
        const call = { as: 'admin', ...(bodyType === undefined ? { body: example } : mail) } as const;
        const response = await api().call(method, `/v1${url}?nope=1&pretty=true&pretty=true`, call);
        assert.equal(response.status, 422);
        // The example's password belongs to no person.
        const errors = getFieldErrors(response).filter(([field]) => field !== 'current_password');
        assert.deepEqual(errors, [
          ['nope', 1007],
          // `pretty` applies only to JSON responses.
          ...(responseType === undefined ? [] : [['pretty', 1007]]),
          ['pretty', 1010],
        ]);
        assert.equal(await log(), before);
      });
    }

    it('422 of a write also lists the errors of its body, and a replay gets 422 too', async () => {
      const { body: ticket } = await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'A' } });
      for (const [method, url] of [
        ['POST', '/v1/tickets'],
        ['PUT', ticket.url],
        ['PUT', '/v1/tickets/new'],
        ['PATCH', ticket.url],
      ] as const) {
        const response = await api().call(method, `${url}?nope=1&fields=x`, { body: { subject: '' } });
        const expected = [
          ['fields', 1005],
          ['nope', 1007],
          ['subject', 1003],
        ];
        assert.deepEqual([response.status, getFieldErrors(response)], [422, expected], method);
      }
      const call = { headers: { 'Idempotency-Key': 'before' }, body: { subject: 'B' } };
      assert.equal((await api().call('POST', '/v1/tickets', call)).status, 201);
      const again = await api().call('POST', '/v1/tickets?nope=1', call);
      assert.deepEqual([again.status, getFieldErrors(again)], [422, [['nope', 1007]]]);
    });

    it('422 for the index, the reference and the rate limit', async () => {
      for (const url of ['/v1', '/v1/rate_limit', '/v1/openapi.json']) {
        const response = await api().call('GET', `${url}?nope=1`);
        assert.deepEqual([response.status, getFieldErrors(response)], [422, [['nope', 1007]]], url);
      }
    });
  });
});
