import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Attachment, Gist, Mail, Mailbox, Message, Ticket, View } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import { type Role, type ScanState, scanStates } from '#contract/enums';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import { mailMediaType } from '#contract/mails';
import type { DeletableResource } from '#contract/resources';
import { encodeEnum } from '../database/column-encoding.ts';
import { openEventStream } from '../events/testing/open-event-stream.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { addJob } from '../jobs/testing/add-job.ts';
import { obtainTokens, postAsClient, refreshTokens } from '../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../oauth/testing/oauth-server.ts';
import { type TestApi, withApi } from '../testing/api.ts';
import { fictionalVersions } from '../testing/fictional-versions.ts';
import { linkIdentity } from '../testing/link-identity.ts';
import { createMailedReply } from '../testing/mailed-reply.ts';

/** Errors that only the bff and the sign-in pages return. */
const bffErrors = ['cross_origin', 'upstream_failed', 'upstream_timeout'] as const;
/**
 * Errors that other tests cover. `gone` needs a file or mail whose bytes are missing. `hook_rejected` needs a URL
 * outside of /v1. `key_in_progress` needs PostgreSQL. `request_timeout` takes 15 seconds.
 */
const skippedErrors = ['gone', 'hook_rejected', 'key_in_progress', 'request_timeout'] as const;
/** Errors that need a closed store. */
const closedStoreErrors = ['internal', 'unavailable'] as const;
type TestedError = Exclude<ErrorName, (typeof bffErrors | typeof skippedErrors | typeof closedStoreErrors)[number]>;

/** The resources that the requests need, by URL or path. */
type Desk = {
  api: TestApi;
  ticket: string;
  gist: string;
  /** A private gist. */
  privateGist: string;
  /** A mail that is not yet processed. */
  mail: string;
  /** A disabled mailbox. */
  disabled: string;
  deleted: Record<DeletableResource, string>;
  /** A cancelled delivery. */
  cancelled: string;
  runningJob: string;
  /** A file of one byte on a message. */
  attached: string;
  client: Awaited<ReturnType<typeof addClient>>;
  refreshToken: string;
};

type ErrorResponse = { status: number; body: { code?: number } };
type Call = NonNullable<Parameters<TestApi['call']>[2]>;

const request =
  (method: string, getUrl: (desk: Desk) => string, call: Call = {}) =>
  (desk: Desk): Promise<ErrorResponse> =>
    desk.api.call(method, getUrl(desk), call);
const get = (path: string, headers: Record<string, string> = {}) => request('GET', () => path, { headers });
const create = (call: Call) => request('POST', () => '/v1/tickets', call);
const grant =
  (fields: Record<string, string>, path?: string) =>
  ({ api, client }: Desk): Promise<ErrorResponse> =>
    postAsClient(api, client, fields, path);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const jwt = [{ typ: 'at+jwt', alg: 'none' }, {}].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'));

/** Repeats the request while the response has this status. */
const repeatWhile = async (status: number, send: () => Promise<ErrorResponse>): Promise<ErrorResponse> => {
  const response = await send();
  return response.status === status ? repeatWhile(status, send) : response;
};

const requests: Record<TestedError, (desk: Desk) => Promise<ErrorResponse>> = {
  bad_request: create({ text: 'no gzip', headers: { 'Content-Encoding': 'gzip' } }),
  not_json: create({ text: '{' }),
  body_missing: create({}),
  not_an_object: create({ text: '[]' }),
  bad_encoding: get('/v1/tickets?q=%FF'),
  bad_cursor: get('/v1/tickets?cursor=x'),
  unknown_api_version: get('/v1/tickets', { 'X-Api-Version': 'tomorrow' }),
  bad_idempotency_key: create({ headers: { 'Idempotency-Key': '' }, body: {} }),
  bad_conditional_header: get('/v1/tickets', { 'If-None-Match': 'x' }),
  invalid_grant: grant({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
  invalid_request: grant({ grant_type: 'refresh_token' }),
  invalid_scope: desk =>
    refreshTokens({ server: desk.api, client: desk.client }, desk.refreshToken, { scope: 'gists:write' }),
  unauthorized_client: async ({ api }) => {
    const client = await addClient(api.database, { kind: 'implicit' });
    return postAsClient(api, client, { grant_type: 'refresh_token', refresh_token: 'x' });
  },
  unsupported_grant_type: grant({ grant_type: 'password' }),
  unsupported_token_type: grant({ token: `${jwt.join('.')}.` }, '/oauth/revoke'),
  no_token: request('GET', () => '/v1/tickets', { as: null }),
  invalid_token: get('/v1/tickets', bearer('made-up')),
  expired_token: async ({ api }) => {
    const days = 31 * 86_400_000;
    api.clock.advance(-days);
    const token = await api.createRoleToken('agent', []);
    api.clock.advance(days);
    return api.call('GET', '/v1/tickets', { headers: bearer(token) });
  },
  invalid_client: ({ api, client }) =>
    postAsClient(api, { ...client, clientSecret: 'wrong' }, { grant_type: 'refresh_token' }),
  no_access: request('GET', ({ privateGist }) => privateGist, { as: 'admin' }),
  insufficient_scope: async ({ api }) =>
    api.call('GET', '/v1/tickets', { headers: bearer(await api.createRoleToken('agent', ['gists:read'])) }),
  no_route: get('/v1/nothing'),
  no_ticket: get('/v1/tickets/nowhere'),
  no_message: request('GET', ({ ticket }) => `${ticket}/messages/nowhere`),
  no_gist: get('/v1/gists/nowhere'),
  not_starred: request('GET', ({ gist }) => `${gist}/star`),
  no_notification: get('/v1/notifications/999999'),
  not_watched: request('GET', ({ ticket }) => `${ticket}/watch`, { as: 'viewer' }),
  no_person: get('/v1/people/nobody'),
  no_view: get('/v1/views/nowhere'),
  no_mailbox: get('/v1/mailboxes/nowhere'),
  no_mail: get('/v1/mails/nowhere'),
  no_delivery: get('/v1/deliveries/nowhere'),
  no_attachment: get('/v1/attachments/nowhere'),
  no_job: request('GET', () => '/v1/jobs/999999', { as: 'admin' }),
  no_audit_entry: request('GET', () => '/v1/audit_entries/999999', { as: 'admin' }),
  no_client: request('GET', () => '/v1/clients/nothing', { as: 'admin' }),
  no_grant: request('GET', () => '/v1/grants/nothing', { as: 'admin' }),
  no_script_token: request('GET', () => '/v1/script_tokens/nothing', { as: 'admin' }),
  no_customer: get('/v1/customers/nobody@desk.example'),
  no_identity: request('GET', ({ api: { people } }) => `/v1/people/${people.agent.id}/identities/unknown`, {
    as: 'admin',
  }),
  no_identity_provider: request('GET', () => '/v1/identity_providers/unknown', { as: 'admin' }),
  no_tag: get('/v1/tags/nothing'),
  no_session: request('GET', ({ api: { people } }) => `/v1/people/${people.agent.id}/sessions/none`),
  no_invitation: request('GET', ({ api: { people } }) => `/v1/people/${people.agent.id}/invitation`, { as: 'admin' }),
  no_second_factor: request('DELETE', ({ api: { people } }) => `/v1/people/${people.agent.id}/second_factors`, {
    as: 'admin',
  }),
  method_not_allowed: request('DELETE', () => '/v1/tickets'),
  version_conflict: request('PATCH', ({ ticket }) => ticket, { body: { version: 7, subject: 'B' } }),
  mailbox_disabled: request('POST', ({ disabled }) => `${disabled}/mails`, { text: 'x', type: mailMediaType }),
  mail_processed: request('PUT', ({ mail }) => `${mail}/processing`, { body: { as: 'automatic' } }),
  id_mismatch: request('PUT', ({ ticket }) => ticket, { body: { id: 'another', subject: 'B' } }),
  not_capturing: async ({ api: { call } }) => {
    const [as, body] = ['admin', { name: 'I', address: 'i@desk.example' }] as const;
    const { url } = (await call<Mailbox>('POST', '/v1/mailboxes', { as, body })).body;
    const outbound = { host: 'smtp.desk.example', port: 465, security: 'tls' };
    await call('PUT', `${url}/connection`, { as, body: { outbound } });
    await call('PATCH', url, { as, body: { transport: 'smtp' } });
    const mail = { from: { email: 'ada@desk.example' }, subject: 'a', body: 'b' };
    return call('POST', `${url}/test_mails`, { body: mail });
  },
  already_sent: request('PUT', ({ cancelled }) => `${cancelled}/attempt`),
  attachment_in_use: request('DELETE', ({ attached }) => attached),
  attachment_infected: async ({ api }) => api.call('GET', `${await uploadScanned(api, 'infected')}/content`),
  attachment_not_scanned: async ({ api }) => api.call('GET', `${await uploadScanned(api, 'pending')}/content`),
  job_running: request('DELETE', ({ runningJob }) => runningJob, { as: 'admin' }),
  last_administrator: ({ api: { call, people } }) =>
    call('PATCH', `/v1/people/${people.admin.id}`, { as: 'admin', body: { role: 'agent' } }),
  person_disabled: async ({ api: { call } }) => {
    const body = { name: 'Left', email: 'left@desk.example', disabled: true };
    const { url } = (await call<{ url: string }>('POST', '/v1/people', { as: 'admin', body })).body;
    return call('PUT', `${url}/invitation`, { as: 'admin', body: { deliver: 'link' } });
  },
  tag_changing: async ({ api: { call } }) => {
    await call('POST', '/v1/tickets', { body: { subject: 'A', tags: ['moving'] } });
    await call('PUT', '/v1/tags/moving/merge', { as: 'admin', body: { into: 'moved' } });
    return call('DELETE', '/v1/tags/moving', { as: 'admin' });
  },
  ticket_gone: request('GET', ({ deleted }) => deleted.ticket),
  message_gone: request('GET', ({ deleted }) => deleted.message),
  gist_gone: request('GET', ({ deleted }) => deleted.gist),
  view_gone: request('GET', ({ deleted }) => deleted.view),
  mailbox_gone: request('GET', ({ deleted }) => deleted.mailbox),
  mail_gone: request('GET', ({ deleted }) => deleted.mail),
  tag_gone: request('GET', ({ deleted }) => deleted.tag),
  identity_gone: request('GET', ({ deleted }) => deleted.identity, { as: 'admin' }),
  identity_provider_gone: request('GET', ({ deleted }) => deleted.identity_provider, { as: 'admin' }),
  attachment_gone: request('GET', ({ deleted }) => deleted.attachment),
  job_gone: request('GET', ({ deleted }) => deleted.job, { as: 'admin' }),
  client_gone: request('GET', ({ deleted }) => deleted.client, { as: 'admin' }),
  audit_entry_gone: request('GET', ({ deleted }) => deleted.audit_entry, { as: 'admin' }),
  api_major_gone: get('/v0/tickets'),
  api_version_gone: get('/v1/tickets', { 'X-Api-Version': '2025-12-01' }),
  precondition_failed: request('DELETE', ({ ticket }) => ticket, { headers: { 'If-Match': '"7"' } }),
  too_large: create({ text: 'x'.repeat(1024 * 1024 + 1) }),
  attachment_too_large: request('POST', () => '/v1/attachments', {
    text: 'x'.repeat(defaultSettings.limits.max_file_bytes + 1),
  }),
  quota_exceeded: async ({ api }) => {
    const { id } = api.people.admin;
    const { url } = (await api.call<Attachment>('POST', '/v1/attachments', { as: 'admin', text: 'x' })).body;
    await api.database.transaction(writes =>
      writes
        .updateTable('attachments')
        .set({ size: defaultSettings.limits.unattached_bytes })
        .where('uploader_id', '=', id)
        .execute(),
    );
    const response = await api.call('POST', '/v1/attachments', { as: 'admin', text: 'x' });
    await api.call('DELETE', url, { as: 'admin' });
    return response;
  },
  range_not_satisfiable: request('GET', ({ attached }) => `${attached}/content`, { headers: { Range: 'bytes=9-' } }),
  uri_too_long: get(`/v1/tickets?q=${'x'.repeat(9000)}`),
  unsupported_media_type: create({ text: 'x', type: 'text/plain' }),
  invalid: create({ body: {} }),
  key_reused: async desk => {
    await create({ headers: { 'Idempotency-Key': 'reused' }, body: { subject: 'A' } })(desk);
    return create({ headers: { 'Idempotency-Key': 'reused' }, body: { subject: 'B' } })(desk);
  },
  too_many_requests: ({ api }) => repeatWhile(200, () => api.call('GET', '/v1/people/me', { as: 'viewer' })),
  too_many_streams: async ({ api }) => {
    const token = await api.createRoleToken('agent', ['tickets:read']);
    const streams = await Promise.all(Array.from({ length: 5 }, () => openEventStream(api.url, token)));
    const response = await api.call('GET', '/v1/events', { headers: { Accept: 'text/event-stream' } });
    await Promise.all(streams.map(stream => stream.close()));
    return response;
  },
  too_many_sign_ins: ({ api }) => {
    const body = { current_password: 'a guess', password: 'a new password' };
    return repeatWhile(422, () => api.call('PATCH', '/v1/people/me', { as: 'admin', body }));
  },
  headers_too_large: get('/v1/tickets', { 'X-Filler': 'x'.repeat(17_000) }),
};

const createDesk = async (api: TestApi): Promise<Desk> => {
  const { call, database } = api;
  const createUrl = async (list: string, body: object, as: Role = 'agent') =>
    (await call<Ticket | Message | Gist | View | Mailbox>('POST', list, { as, body })).body.url;
  const mailbox = await createUrl('/v1/mailboxes', { name: 'F', address: 'f@desk.example' }, 'admin');
  const disabled = { name: 'G', address: 'g@desk.example', enabled: false };
  const sendMail = async (text: string) =>
    (await call<Mail>('POST', `${mailbox}/mails`, { text, type: mailMediaType })).body.url;
  const files = { 'a.md': { content: '' } };
  const registration = { name: 'K', redirect_uris: ['https://k.example/'], scopes: ['tickets:read'] };
  const ticket = await createUrl('/v1/tickets', { subject: 'A' });
  const { id: linked } = await addPerson(database, 'linked@desk.example');
  const deleted = {
    ticket: await createUrl('/v1/tickets', { subject: 'B' }),
    message: await createUrl(`${ticket}/messages`, { body: 'C' }),
    gist: await createUrl('/v1/gists', { files }),
    view: await createUrl('/v1/views', { name: 'D', query: '' }),
    mailbox: await createUrl('/v1/mailboxes', { name: 'E', address: 'e@desk.example' }, 'admin'),
    mail: await sendMail('deleted'),
    attachment: (await upload(api)).url,
    job: `/v1/jobs/${await addJob(database, 'purge_expired')}`,
    identity: `/v1/people/${linked}/identities/${await linkIdentity(api, linked)}`,
    identity_provider: await createUrl(
      '/v1/identity_providers',
      { name: 'J', issuer: 'https://j.example', client_id: 'desk' },
      'admin',
    ),
    tag: '/v1/tags/unused',
    client: await createUrl('/v1/clients', registration, 'admin'),
    audit_entry: '/v1/audit_entries/1',
  };
  await call('PUT', deleted.tag, { as: 'admin', body: { description: 'Deleted' } });
  const { audit_entry: _, ...deletable } = deleted;
  const { mailbox: mailboxUrl, job, tag, client: clientUrl, identity, identity_provider } = deleted;
  const adminUrls = [mailboxUrl, job, tag, clientUrl, identity, identity_provider];
  for (const url of Object.values(deletable))
    await call('DELETE', url, { as: adminUrls.includes(url) ? 'admin' : 'agent' });
  await database.transaction(writes => writes.deleteFrom('audit_entries').where('id', '=', '1').execute());
  const [gist, privateGist] = [
    await createUrl('/v1/gists', { files }),
    await createUrl('/v1/gists', { files, public: false }),
  ];
  const [person, client] = [await addPerson(database, 'mara@desk.example'), await addClient(database)];
  const { refresh_token: refreshToken } = await obtainTokens({ server: api, person, client });
  const { id, url: attached } = await upload(api);
  await call('POST', `${ticket}/messages`, { body: { body: 'See the file.', attachment_ids: [id] } });
  const runningJob = `/v1/jobs/${await addJob(database, 'purge_expired')}`;
  await createJobStore(database).claim('purge_expired', 'token', 1);
  return {
    ...{ api, ticket, gist, privateGist, deleted, runningJob, client, refreshToken, attached },
    mail: await sendMail('received'),
    disabled: await createUrl('/v1/mailboxes', disabled, 'admin'),
    cancelled: await cancelMail(api),
  };
};

const upload = async ({ call }: TestApi): Promise<Attachment> =>
  (await call<Attachment>('POST', '/v1/attachments', { text: 'x' })).body;

/** Uploads a file, and sets the state of its scan. @returns the URL of the file */
const uploadScanned = async (api: TestApi, state: ScanState): Promise<string> => {
  const { id, url } = await upload(api);
  const scan = encodeEnum(scanStates, state);
  await api.database.transaction(writes =>
    writes.updateTable('attachments').set({ scan }).where('id', '=', id).execute(),
  );
  return url;
};

/** Cancels the mail of a reply. @returns the path of its delivery */
const cancelMail = async (api: TestApi): Promise<string> => {
  const mailbox = { name: 'H', address: 'h@desk.example' };
  const { id } = (await api.call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body: mailbox })).body;
  const path = `/v1/deliveries/${(await createMailedReply(api, id)).delivery_id}`;
  await api.call('DELETE', path);
  return path;
};

const members = ({ body }: ErrorResponse) =>
  Object.keys(body).filter(name => name !== 'error' && name !== 'error_description');

withApi(
  api => {
    let desk: Desk;
    before(async () => {
      desk = await createDesk(api());
    });

    describe('the error codes', () => {
      for (const [name, send] of Object.entries(requests)) {
        const errorName = name as TestedError;
        const [code, message] = errorTable[errorName];
        it(`${getErrorStatus(errorName)} with ${code} ${message}`, async () => {
          const failure = await send(desk);
          assert.deepEqual([failure.status, failure.body.code], [getErrorStatus(errorName), code]);
          const detail = errorName === 'invalid' ? ['errors'] : ['description'];
          const differs = [409, 412].includes(failure.status) ? ['differences'] : [];
          assert.deepEqual(members(failure), ['code', 'message', ...detail, ...differs]);
          assert.partialDeepStrictEqual(failure.body, { message });
        });
      }
    });
  },
  { perMinute: 100, apiVersions: fictionalVersions },
);

withApi(api => {
  it('500 and 503 reveal nothing about the cause', async () => {
    await api().database.close();
    const results = [
      { name: 'internal', response: await api().call('GET', '/v1/tickets/1') },
      { name: 'internal', response: await api().call('POST', '/v1/tickets', { body: { subject: 'A' } }) },
      { name: 'unavailable', response: await api().call('GET', '/readyz') },
    ] as const;
    for (const { name, response } of results) {
      assert.deepEqual([response.status, response.body.code], [getErrorStatus(name), errorTable[name][0]]);
      assert.deepEqual(members(response), ['code', 'message', 'description']);
      assert.doesNotMatch(response.text, /sqlite|postgres|kysely|select|at \w|\.ts|\/api\//i);
    }
  });
});
