import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations } from '#contract/all-operations';
import { mailStates, type Role, roles } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import { encodeEnum } from '../database/column-encoding.ts';
import { addJob } from '../jobs/testing/add-job.ts';
import { addNotification } from '../notifications/testing/add-notification.ts';
import { setUpApp } from '../oauth/testing/authenticator-app.ts';
import { addSession } from '../testing/add-session.ts';
import { withApi } from '../testing/api.ts';
import { createGrant } from '../testing/create-grant.ts';
import { linkIdentity } from '../testing/link-identity.ts';
import { createMailedReply } from '../testing/mailed-reply.ts';
import type { ApiResponse } from '../testing/request.ts';

// Ordered so that GET finds the resource that PUT created, and DELETE comes last.
const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;
type Method = (typeof methods)[number];

const ticket = { subject: 'Table', customer_email: 'ada@desk.example' };
const message = { body: 'Cell' };
const gist = { files: { 'row.md': { content: 'Row' } } };
const testMail = { from: { email: 'ada@desk.example' }, subject: 'Table', body: 'Cell' };
const view = { name: 'Column', query: 'state=open' };
const mailbox = () => ({ name: 'Post', address: `${crypto.randomUUID()}@desk.example` });
const client = { name: 'Row', redirect_uris: ['https://program.example/back'], scopes: ['tickets:read'] };
const identityProvider = () => ({
  name: 'Login',
  issuer: `http://127.0.0.1:1/${crypto.randomUUID()}`,
  client_id: 'desk',
});
const mail = { text: 'Subject: Cell', type: mailMediaType };
const person = () => ({ name: 'New', email: `${crypto.randomUUID()}@desk.example`, password: 'long enough for it' });

const read: readonly Method[] = ['GET'];
const add: readonly Method[] = ['POST', 'GET'];
const edit: readonly Method[] = ['PUT', 'PATCH', 'GET', 'DELETE'];

/** Methods by role; an omitted role has the rights of the role before it. */
type Row = {
  viewer: readonly Method[];
  agent?: readonly Method[];
  admin?: readonly Method[];
  body?: () => object;
  /** A body that is not JSON. */
  upload?: { text: string; type: string };
  /** Other roles get 403, not 405, for the methods of administrators. */
  hidden?: true;
};

const table: Record<string, Row> = {
  '/tickets': { viewer: read, agent: add, body: () => ticket },
  '/tickets/recently_closed': { viewer: read },
  '/ticket_counts': { viewer: read },
  '/search_suggestions': { viewer: read },
  '/tickets/{ticket_id}': { viewer: read, agent: edit, body: () => ticket },
  '/tickets/{ticket_id}/participants': { viewer: read },
  '/presence': { viewer: read },
  '/tickets/{ticket_id}/presence': { viewer: ['PUT', 'DELETE'], body: () => ({ mode: 'viewing' }) },
  '/tickets/{ticket_id}/watch': { viewer: ['PUT', 'GET', 'DELETE'] },
  '/tickets/{ticket_id}/watchers': { viewer: read },
  '/tickets/{ticket_id}/messages': { viewer: read, agent: add, body: () => message },
  '/tickets/{ticket_id}/messages/{message_id}': { viewer: read, agent: edit, body: () => message },
  '/gists': { viewer: read, agent: add, body: () => gist },
  '/gists/starred': { viewer: read },
  '/gists/{gist_id}': { viewer: read, agent: edit, body: () => gist },
  '/gists/{gist_id}/star': { viewer: ['PUT', 'GET', 'DELETE'] },
  '/views': { viewer: add, body: () => view },
  '/views/{view_id}': { viewer: edit, body: () => view },
  '/attachments': { viewer: read, agent: add, upload: { text: 'Cell', type: 'text/plain' } },
  '/attachments/{attachment_id}': { viewer: read, agent: ['GET', 'DELETE'] },
  '/attachments/{attachment_id}/content': { viewer: read },
  '/limits': { viewer: read },
  '/settings': { viewer: read, admin: ['PATCH', 'GET'], body: () => ({ limits: { max_message_files: 49 } }) },
  '/sample_data': { viewer: [], admin: ['GET', 'DELETE'], hidden: true },
  '/tags': { viewer: read },
  '/tags/{name}': {
    ...{ viewer: read, admin: ['PUT', 'GET', 'DELETE'] },
    body: () => ({ description: 'Cell' }),
  },
  '/tags/{name}/merge': { viewer: [], admin: ['PUT'], body: () => ({ into: 'cells' }) },
  '/customers/{email}': { viewer: read },
  '/customers/{email}/bounce': { viewer: [], agent: ['DELETE'] },
  '/mailboxes': { viewer: read, admin: add, body: mailbox },
  '/mailbox_statuses': { viewer: read },
  '/mailboxes/{mailbox_id}': { viewer: read, admin: edit, body: mailbox },
  '/mailboxes/{mailbox_id}/connection': {
    ...{ viewer: [], admin: ['PUT', 'PATCH', 'GET'], hidden: true },
    body: () => ({ trusted_authserv_id: 'mx.desk.example' }),
  },
  '/mailboxes/{mailbox_id}/check': {
    ...{ viewer: [], admin: ['PUT'], hidden: true },
    body: () => ({ part: 'outbound' }),
  },
  '/mailboxes/{mailbox_id}/authorization': {
    ...{ viewer: [], admin: ['PUT', 'GET', 'DELETE'], hidden: true },
    body: () => ({ provider: 'google', client_id: 'desk' }),
  },
  '/mailboxes/{mailbox_id}/mails': { viewer: [], agent: ['POST'], upload: mail },
  '/mails': { viewer: read },
  '/mails/{mail_id}': { viewer: read, agent: ['GET', 'DELETE'] },
  '/mails/{mail_id}/raw': { viewer: read },
  '/mails/{mail_id}/original': { viewer: read },
  '/mails/{mail_id}/processing': { viewer: [], agent: ['PUT'], body: () => ({ as: 'automatic' }) },
  '/mailboxes/{mailbox_id}/attempt': { viewer: [], admin: ['PUT'] },
  '/deliveries': { viewer: read },
  '/deliveries/{delivery_id}': { viewer: read, agent: ['GET', 'DELETE'] },
  '/deliveries/{delivery_id}/attempt': { viewer: [], agent: ['PUT'] },
  '/jobs': { viewer: [], admin: read, hidden: true },
  '/job_counts': { viewer: [], admin: read, hidden: true },
  '/jobs/{job_id}': { viewer: [], admin: ['GET', 'DELETE'], hidden: true },
  '/jobs/{job_id}/attempt': { viewer: [], admin: ['PUT'], hidden: true },
  '/identity_providers': { viewer: [], admin: add, body: identityProvider, hidden: true },
  '/identity_providers/{identity_provider_id}': { viewer: [], admin: edit, body: identityProvider, hidden: true },
  '/identity_providers/{identity_provider_id}/check': { viewer: [], admin: ['PUT'], body: () => ({}), hidden: true },
  '/audit_entries': { viewer: [], admin: read, hidden: true },
  '/audit_entries/{audit_entry_id}': { viewer: [], admin: read, hidden: true },
  '/clients': { viewer: [], admin: add, hidden: true, body: () => client },
  '/client_usage': { viewer: [], admin: read, hidden: true },
  '/clients/{client_id}': { viewer: [], admin: ['PATCH', 'GET', 'DELETE'], hidden: true },
  '/clients/{client_id}/secret': { viewer: [], admin: ['PUT'], hidden: true, body: () => ({}) },
  '/grants': { viewer: [], admin: read, hidden: true },
  '/grants/{grant_id}': { viewer: [], admin: ['GET', 'DELETE'], hidden: true },
  '/script_tokens': {
    ...{ viewer: [], admin: add, hidden: true },
    body: () => ({ person_id: '1', name: 'Cell', scopes: ['tickets:read'] }),
  },
  '/script_tokens/{script_token_id}': { viewer: [], admin: ['GET', 'DELETE'], hidden: true },
  '/deliveries/{delivery_id}/raw': { viewer: read },
  '/mailboxes/{mailbox_id}/test_mails': { viewer: [], agent: ['POST'], body: () => testMail },
  '/events': { viewer: read },
  '/notifications': { viewer: read },
  '/notifications/read': { viewer: ['PUT'], body: () => ({ through: '1' }) },
  '/notifications/{notification_id}': { viewer: read },
  '/notifications/{notification_id}/read': { viewer: ['PUT', 'DELETE'] },
  '/notification_preferences': { viewer: ['PUT', 'GET'], body: () => ({}) },
  '/people': { viewer: read, admin: add, body: person },
  '/people/me': { viewer: ['PATCH', 'GET'] },
  '/people/{person_id}': { viewer: read, admin: ['PATCH', 'GET'] },
  '/people/{person_id}/sessions': { viewer: read },
  '/people/{person_id}/sessions/{session_id}': { viewer: ['GET', 'DELETE'] },
  '/invitations': { viewer: [], admin: read, hidden: true },
  '/people/{person_id}/invitation': {
    ...{ viewer: [], admin: ['PUT', 'GET', 'DELETE'], hidden: true },
    body: () => ({ deliver: 'link' }),
  },
  '/people/{person_id}/reset_link': {
    ...{ viewer: [], admin: ['PUT'], hidden: true },
    body: () => ({ deliver: 'link' }),
  },
  '/second_factors': { viewer: [], admin: read, hidden: true },
  '/people/{person_id}/second_factors': { viewer: read, admin: ['GET', 'DELETE'] },
  '/people/{person_id}/identities': { viewer: [], admin: read, hidden: true },
  '/people/{person_id}/identities/{identity_id}': { viewer: [], admin: ['GET', 'DELETE'], hidden: true },
};

const getRights = ({ viewer, agent = viewer, admin = agent }: Row, role: Role) => ({ viewer, agent, admin })[role];

const toAllowedMethods = (usable: readonly string[]): string[] =>
  [...usable, ...(usable.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
const allowed = ({ headers }: ApiResponse): string[] => (headers.get('allow') ?? '').split(', ').sort();
const fill = (path: string, ids: Record<string, string>): string =>
  `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown')}`;

withApi(api => {
  const create = async (url: string, body: object, as: Role = 'agent') =>
    (await api().call<{ id: string }>('POST', url, { body, as })).body.id;

  const createHeldMail = async (): Promise<string> => {
    const url = `/v1/mailboxes/${await create('/v1/mailboxes', mailbox(), 'admin')}/mails`;
    const { id } = (await api().call<{ id: string }>('POST', url, mail)).body;
    const held = { state: encodeEnum(mailStates, 'held') };
    await api().database.transaction(writes => writes.updateTable('mails').set(held).where('id', '=', id).execute());
    return id;
  };

  const createTag = async (): Promise<string> => {
    const tag = crypto.randomUUID();
    await create('/v1/tickets', { ...ticket, tags: [tag] });
    return tag;
  };

  /**
   * Adds a second factor to the role's person. For admin, the person is new, because DELETE revokes the person's
   * tokens.
   */
  const addSecondFactor = async (as: Role): Promise<string> => {
    const id = as === 'admin' ? await create('/v1/people', person(), as) : api().people[as].id;
    await setUpApp(api(), id);
    return id;
  };

  /** Creates a file that the role may read and, unless the role is viewer, delete. */
  const createFile = async (as: Role): Promise<string> => {
    const uploader = as === 'viewer' ? 'agent' : as;
    const { id } = (await api().call<{ id: string }>('POST', '/v1/attachments', { as: uploader, text: 'Cell' })).body;
    const url = `/v1/tickets/${await create('/v1/tickets', ticket)}/messages`;
    if (as === 'viewer') await create(url, { ...message, attachment_ids: [id] }, uploader);
    return id;
  };

  /**
   * Creates the resources that a path names. The role creates views and, except for viewers, files. Administrators and
   * agents create the other resources.
   */
  const createAll = async (path: string, as: Role) => {
    const ids: Record<string, string> = {
      person_id: api().people.agent.id,
      email: 'ada@desk.example',
      audit_entry_id: '1',
    };
    if (path.includes('/sessions')) ids['person_id'] = api().people[as].id;
    if (path.includes('{session_id}')) ids['session_id'] = await addSession(api().database, api().people[as].id);
    if (path.endsWith('}/second_factors')) ids['person_id'] = await addSecondFactor(as);
    if (path.includes('{name}')) ids['name'] = await createTag();
    if (path.includes('{email}')) await create('/v1/tickets', ticket);
    if (path.includes('{ticket_id}')) ids['ticket_id'] = await create('/v1/tickets', ticket);
    if (path.includes('{message_id}'))
      ids['message_id'] = await create(fill('/tickets/{ticket_id}/messages', ids), message);
    if (path.includes('{gist_id}')) ids['gist_id'] = await create('/v1/gists', gist);
    if (path.includes('{view_id}')) ids['view_id'] = await create('/v1/views', view, as);
    if (path.includes('{attachment_id}')) ids['attachment_id'] = await createFile(as);
    if (path.includes('{mail_id}')) ids['mail_id'] = await createHeldMail();
    if (path.includes('{mailbox_id}')) ids['mailbox_id'] = await create('/v1/mailboxes', mailbox(), 'admin');
    if (path.includes('{identity_provider_id}'))
      ids['identity_provider_id'] = await create('/v1/identity_providers', identityProvider(), 'admin');
    if (path.includes('{identity_id}')) {
      // Removing an identity revokes the tokens of its person.
      const id = await create('/v1/people', person(), 'admin');
      Object.assign(ids, { person_id: id, identity_id: await linkIdentity(api(), id) });
    }
    if (path.includes('{delivery_id}')) {
      const reply = await createMailedReply(api(), await create('/v1/mailboxes', mailbox(), 'admin'));
      ids['delivery_id'] = reply.delivery_id ?? '';
    }
    if (path.includes('{client_id}')) ids['client_id'] = await create('/v1/clients', client, 'admin');
    if (path.includes('{grant_id}')) ids['grant_id'] = await createGrant(api());
    if (path.includes('{script_token_id}')) {
      const token = { person_id: api().people.agent.id, name: 'Cell', scopes: ['tickets:read'] };
      ids['script_token_id'] = await create('/v1/script_tokens', token, 'admin');
    }
    if (path.includes('{notification_id}'))
      ids['notification_id'] = await addNotification(api().database, api().people[as].id);
    if (path.includes('{job_id}')) ids['job_id'] = await addJob(api().database, 'purge_expired');
    return ids;
  };

  describe('the rights of roles', () => {
    for (const [path, row] of Object.entries(table)) {
      for (const role of roles) {
        const usable = getRights(row, role);
        it(`2xx for the methods that ${role} may use at ${path}, 405 with Allow or 403 for other methods`, async () => {
          const url = fill(path, await createAll(path, role));
          for (const method of methods) {
            const body = method === 'PATCH' ? {} : ['POST', 'PUT'].includes(method) ? row.body?.() : undefined;
            const upload = method === 'POST' ? row.upload : undefined;
            const response = await api().call(method, url, { as: role, ...(body && { body }), ...upload });
            const isAllowed = usable.includes(method);
            const isHidden = !isAllowed && row.hidden && row.admin?.includes(method);
            const expected = isHidden ? 40300 : 40500;
            assert.ok(
              isAllowed ? response.status < 300 : response.body.code === expected,
              `${method} ${response.text}`,
            );
            if ((!isAllowed && !isHidden) || (isAllowed && method === 'GET'))
              assert.deepEqual(allowed(response), toAllowedMethods(usable), method);
          }
        });

        it(`204 for OPTIONS of ${path} as ${role}: Allow lists the methods of the role`, async () => {
          const response = await api().call('OPTIONS', fill(path, {}), { as: role });
          assert.deepEqual([response.status, allowed(response)], [204, toAllowedMethods(usable)]);
          const patch = usable.includes('PATCH') ? 'application/json, application/merge-patch+json' : null;
          assert.equal(response.headers.get('accept-patch'), patch);
        });
      }

      it(`204 for OPTIONS of ${path} without a valid token: Allow lists every method`, async () => {
        for (const headers of [{}, { Authorization: 'Bearer nonsense' }]) {
          const response = await api().call('OPTIONS', fill(path, {}), { as: null, headers });
          assert.deepEqual([response.status, allowed(response)], [204, toAllowedMethods(getRights(row, 'admin'))]);
        }
      });
    }

    it('cover every path of the contract', () => {
      const paths = new Set(operations.map(({ path }) => path));
      assert.deepEqual([...paths].sort(), Object.keys(table).sort());
    });
  });
});
