import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type {
  AuditEntry,
  Identity,
  IdentityProvider,
  Invitation,
  Mail,
  Mailbox,
  NewClient,
  NewScriptToken,
  Person,
  ResetLink,
  SecondFactors,
} from '#contract';
import { type AuditAction, auditActions } from '#contract/enums';
import { mailMediaType } from '#contract/mails';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { addJob } from '../jobs/testing/add-job.ts';
import { type MailProvider, startMailProvider } from '../mail/testing/mail-provider.ts';
import { createSignInSteps } from '../mail/testing/mailbox-sign-in.ts';
import { createSignInLimits } from '../oauth/accounts/sign-in-limits.ts';
import { scriptClientId } from '../oauth/clients/client-ids.ts';
import { readField, setUpApp, showCode } from '../oauth/testing/authenticator-app.ts';
import type { FormBrowser } from '../oauth/testing/browser.ts';
import { testPassword } from '../oauth/testing/cheap-hash.ts';
import { obtainTokens, openSignInForm } from '../oauth/testing/code-flow.ts';
import { connectedAppsPath, pressButton } from '../oauth/testing/connected-apps-page.ts';
import { addBffClient, addClient, addPerson } from '../oauth/testing/oauth-server.ts';
import { addPasskey, fetchOptions } from '../oauth/testing/passkey-steps.ts';
import { recordSampleRow } from '../sample/sample-rows.ts';
import { addSession } from '../testing/add-session.ts';
import { forEachApi } from '../testing/api.ts';
import { linkIdentity } from '../testing/link-identity.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { testSecretKeyText } from '../testing/secret-keys.ts';

const as = 'admin';
const secrets = {
  password: 'a password that nobody may read',
  server: 'the password of a mail server',
  client: 'the secret of a client at its provider',
  signing: 'the signing key of a provider',
};
const hour = 3_600_000;
const linkTokens: string[] = [];
/** Client secrets and script tokens from the API. */
const issuedSecrets: string[] = [];
const addLinkToken = (link: string | null) => void (link !== null && linkTokens.push(link.split('/').at(-1) ?? ''));
let count = 0;
const anyEmail = () => `audited-${count++}@desk.example`;

/** The actor of an entry: an administrator and a client, only an administrator, or neither. */
type Actor = 'api' | 'person' | 'none';
type Expected = [actor: Actor, targetId: string | null, changes: object];
/** Performs an action in every possible way. Returns the entries expected in `store`, by default the API's store. */
type Case = () => Promise<Expected[] | { expected: Expected[]; store: Database }>;

/** The changes of a created or a deleted target. */
const created = (fields: object) => mapValues(fields, value => ({ old: null, new: value }));
const deleted = (fields: object) => mapValues(fields, value => ({ old: value, new: null }));
const mapValues = (fields: object, toChange: (value: unknown) => object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toChange(value)]));

forEachApi(api => {
  let directory = '';
  let provider: MailProvider;
  let browser: FormBrowser;
  const { openBrowser, authorize } = createSignInSteps(api, () => provider);
  const opened: Database[] = [];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stardesk-audit-'));
    provider = await startMailProvider(`${api().url}/oauth/mailbox-callback`);
    browser = await openBrowser();
  });
  after(async () => {
    await provider.close();
    for (const database of opened) await database.close();
    await rm(directory, { recursive: true });
  });

  const run = async (args: string[], { input = '', env = {} } = {}): Promise<string> => {
    const environment = { ...api().environment, SECRET_KEYS: testSecretKeyText, API_PUBLIC_URL: api().url, ...env };
    const { status, stdout, stderr } = await runDeskInProcess('', args, { input, env: environment });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const runJson = async <T>(...args: string[]): Promise<T> => JSON.parse(await run([...args, '--json'])) as T;
  const send = async <Body>(method: string, path: string, body?: object, headers = {}) => {
    const response = await api().call<Body>(method, path, { as, headers, ...(body && { body }) });
    assert.ok(response.status < 300, response.text);
    return response.body;
  };
  const register = async (body: object, headers = {}) => {
    const client = await send<NewClient>('POST', '/v1/clients', body, headers);
    if (client.client_secret !== null) issuedSecrets.push(client.client_secret);
    return client;
  };
  const invite = (id: string, headers = {}) =>
    send<Invitation>('PUT', `/v1/people/${id}/invitation`, { deliver: 'link' }, headers);
  const addMailbox = () => send<Mailbox>('POST', '/v1/mailboxes', { name: 'Support', address: anyEmail() });
  const addHeldMail = async (): Promise<Mail> => {
    const { url } = await addMailbox();
    const mail = { text: `Subject: No sender\r\n\r\n${count}`, type: mailMediaType };
    const { body } = await api().call<Mail>('POST', `${url}/mails`, mail);
    await api().runJobs();
    return body;
  };
  const addTag = (name: string) => send('PUT', `/v1/tags/${name}`, { description: 'Old' });
  /** Adds an identity provider. @returns its id and the fields that its audit entry contains */
  const addProvider = async () => {
    const fields = { name: 'Login', issuer: `https://${anyEmail().replace('@', '.')}`, client_id: 'desk', domains: [] };
    const { id } = await send<IdentityProvider>('POST', '/v1/identity_providers', {
      ...{ ...fields, auto_create: { role: 'viewer' }, client_secret: secrets.client },
    });
    const switches = { trust_unverified_email: false, trust_mfa: false, enabled: true };
    return { id, ...fields, 'auto_create.role': 'viewer', ...switches };
  };
  const addLaterJob = () => addJob(api().database, 'purge_expired', { key: anyEmail(), runAt: Date.now() + hour });
  const signIn = async () => {
    const person = await addPerson(api().database, anyEmail());
    const client = await addClient(api().database);
    await obtainTokens({ server: api(), person, client });
    return { person, client };
  };
  /** Presses a button on the administrator's sign-in security page. */
  const pressSecurity = async (button: Record<string, string>) =>
    pressButton(browser, await browser.open(`${api().url}/oauth/security`), button);
  const hook = (address: string, ...args: string[]) =>
    run(['mailboxes', 'hook', address, '--provider', 'mailgun', ...args], { input: secrets.signing });

  /** An action without a case is a type error. */
  const cases: Record<AuditAction, Case> = {
    async 'person.created'() {
      const fields = { name: 'New', email: anyEmail(), role: 'viewer', disabled: false };
      const headers = { 'Idempotency-Key': fields.email };
      const body = { ...fields, password: secrets.password };
      const { id } = await send<Person>('POST', '/v1/people', body, headers);
      await send('POST', '/v1/people', body, headers);
      const email = anyEmail();
      const other = await runJson<Person>('people', 'add', email, '--name', 'Added', '--password', secrets.password);
      return [
        ['api', id, created(fields)],
        ['none', other.id, created({ name: 'Added', email, role: 'agent', disabled: false })],
      ];
    },
    async 'person.changed'() {
      const { id, email } = await addPerson(api().database, anyEmail());
      const url = `/v1/people/${id}`;
      const change = { role: 'viewer', disabled: true };
      await send('PATCH', url, change);
      await send('PATCH', url, change);
      await run(['people', 'set-name', email, 'Renamed']);
      await run(['people', 'set-name', email, 'Renamed']);
      return [
        ['api', id, { role: { old: 'agent', new: 'viewer' }, disabled: { old: false, new: true } }],
        ['none', id, { name: { old: 'Mara Okafor', new: 'Renamed' } }],
      ];
    },
    async 'person.password_set'() {
      const { id, email } = await addPerson(api().database, anyEmail());
      await send('PATCH', `/v1/people/${id}`, { password: secrets.password });
      await run(['people', 'set-password', email, '--password-stdin'], { input: secrets.password });
      return [
        ['api', id, { password: 'changed' }],
        ['none', id, { password: 'changed' }],
      ];
    },
    async 'person.access_revoked'() {
      const { person } = await signIn();
      await run(['grants', 'revoke', '--person', person.email]);
      const session = await addSession(api().database, person.id);
      await send('DELETE', `/v1/people/${person.id}/sessions/${session}`);
      const { id, email } = api().people.admin;
      const own = await addSession(api().database, id);
      await send('DELETE', `/v1/people/${id}/sessions/${own}`);
      const client = await addClient(api().database);
      await obtainTokens({ server: api(), person: { id, email, password: testPassword }, client, browser });
      const page = await browser.open(`${api().url}${connectedAppsPath}`);
      for (let again = 0; again < 2; again++) await pressButton(browser, page, { 'connected-app': client.clientId });
      return [
        ['none', person.id, deleted({ grants: 1 })],
        ['api', person.id, deleted({ session_id: session })],
        ['person', id, deleted({ client_id: client.clientId })],
      ];
    },
    async 'person.reset_link_created'() {
      const { id, email } = await addPerson(api().database, anyEmail());
      const { link } = await send<ResetLink>('PUT', `/v1/people/${id}/reset_link`, { deliver: 'link' });
      addLinkToken(link);
      addLinkToken((await runJson<{ link: string }>('people', 'reset-link', email)).link);
      const changes = { ...created({ deliver: 'link' }), link: 'changed' };
      return [
        ['api', id, changes],
        ['none', id, changes],
      ];
    },
    async 'invitation.created'() {
      const { id, email } = await addPerson(api().database, anyEmail());
      const headers = { 'Idempotency-Key': email };
      for (let again = 0; again < 2; again++) addLinkToken((await invite(id, headers)).link);
      addLinkToken((await runJson<{ link: string }>('people', 'invite', email)).link);
      const changes = { ...created({ deliver: 'link' }), link: 'changed' };
      return [
        ['api', id, changes],
        ['none', id, changes],
      ];
    },
    async 'invitation.removed'() {
      const { id } = await addPerson(api().database, anyEmail());
      await invite(id);
      await send('DELETE', `/v1/people/${id}/invitation`);
      return [['api', id, {}]];
    },
    async 'person.locked'() {
      const { id, email } = await addPerson(api().database, anyEmail());
      const limits = createSignInLimits(api().database, { clock: Date.now });
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])
        for (let n = 0; n < 6; n++) await limits.attempt(address, email, async () => null).catch(() => null);
      const rows = await readEntries(api().database);
      const locks = rows.filter(row => row.action === 'person.locked' && row.target_id === id);
      const names = locks.map(({ changes }) => Object.keys(changes).join());
      // The last failure locks the fourth address and the account, in either order.
      assert.deepEqual(names.toSorted(), ['until', ...Array(4).fill('until,address')]);
      return locks.map(({ changes }) => ['none', id, changes]);
    },
    async 'second_factor.created'() {
      const { id } = api().people.admin;
      const seed = readField(await browser.open(`${api().url}/oauth/security`), 'seed');
      const code = showCode(seed, api().clock);
      for (let again = 0; again < 2; again++) await pressSecurity({ action: 'enrol', seed, code });
      await pressSecurity({ action: 'remove' });
      const { authenticator } = await addPasskey({ server: api(), ...api() }, id);
      await pressSecurity({ action: 'remove_passkey', passkey: authenticator.id });
      return [
        ['person', id, created({ kinds: ['totp'] })],
        ['person', id, created({ kinds: ['passkey'], names: ['Laptop'] })],
      ];
    },
    async 'second_factor.disabled'() {
      const { id } = await addPerson(api().database, anyEmail());
      const { authenticator } = await addPasskey({ server: api(), ...api() }, id);
      const bff = await addBffClient(api().database);
      for (const counter of [7, 7]) {
        const form = await openSignInForm({ server: api(), bff });
        const passkey = authenticator.sign(await fetchOptions(form.browser, form.page), { counter });
        await form.browser.submit(form.page, { passkey });
      }
      const [factor] = (await send<SecondFactors>('GET', `/v1/people/${id}/second_factors`)).second_factors;
      assert.ok(factor?.disabled_at);
      return [['none', id, created({ name: 'Laptop', disabled_at: factor.disabled_at })]];
    },
    async 'second_factor.codes_renewed'() {
      const { id } = api().people.admin;
      await setUpApp(api(), id);
      for (const action of ['codes', 'remove', 'codes']) await pressSecurity({ action });
      return [['person', id, { codes: 'changed' }]];
    },
    async 'second_factor.removed'() {
      const { id } = api().people.admin;
      const [first, second] = [
        await addPerson(api().database, anyEmail()),
        await addPerson(api().database, anyEmail()),
      ];
      for (const person of [{ id }, first, second]) await setUpApp(api(), person.id);
      const { authenticator } = await addPasskey({ server: api(), ...api() }, id);
      for (let again = 0; again < 2; again++) await pressSecurity({ action: 'remove' });
      await pressSecurity({ action: 'remove_passkey', passkey: authenticator.id });
      await send('DELETE', `/v1/people/${first.id}/second_factors`);
      await run(['people', 'reset-factors', second.email]);
      const changes = deleted({ kinds: ['totp'] });
      return [
        ['person', id, changes],
        ['person', id, deleted({ kinds: ['passkey'], names: ['Laptop'] })],
        ['api', first.id, changes],
        ['none', second.id, changes],
      ];
    },
    async 'address.locked'() {
      const limits = createSignInLimits(api().database, { clock: () => 0 });
      for (let n = 0; n < 102; n++) await limits.attempt('203.0.113.9', anyEmail(), async () => null).catch(() => null);
      const [entry] = (await readEntries(api().database)).slice(-1);
      const { until } = entry?.changes ?? {};
      assert.ok(typeof until === 'object' && Date.parse(String(until.new)) > hour / 2);
      return [['none', '203.0.113.9', { until }]];
    },
    async 'identity.linked'() {
      const { id } = await addPerson(api().database, anyEmail());
      const identityId = await linkIdentity(api(), id);
      const { issuer, subject, email } = await send<Identity>('GET', `/v1/people/${id}/identities/${identityId}`);
      return [['none', identityId, created({ person_id: id, issuer, subject, email })]];
    },
    async 'identity.removed'() {
      const { id } = await addPerson(api().database, anyEmail());
      const url = `/v1/people/${id}/identities/${await linkIdentity(api(), id)}`;
      const { id: identityId, issuer, subject, email } = await send<Identity>('GET', url);
      await send('DELETE', url);
      return [['api', identityId, deleted({ person_id: id, issuer, subject, email })]];
    },
    async 'identity_provider.created'() {
      const { id, ...fields } = await addProvider();
      return [['api', id, { ...created(fields), client_secret: 'changed' }]];
    },
    async 'identity_provider.changed'() {
      const { id } = await addProvider();
      const change = { enabled: false, client_secret: secrets.client };
      await send('PATCH', `/v1/identity_providers/${id}`, change);
      return [['api', id, { enabled: { old: true, new: false }, client_secret: 'changed' }]];
    },
    async 'identity_provider.deleted'() {
      const { id, ...fields } = await addProvider();
      await send('DELETE', `/v1/identity_providers/${id}`);
      return [['api', id, deleted(fields)]];
    },
    async 'client.created'() {
      const uri = 'https://program.example/back';
      const added = await runJson<{ client_id: string }>('clients', 'add', 'Night', '--redirect-uri', uri);
      const {
        client_id,
        created_at: _,
        ...fields
      } = await runJson<Record<string, unknown>>(...['clients', 'show', added.client_id]);
      const body = { name: 'Day', redirect_uris: [uri], scopes: ['tickets:read'] };
      const headers = { 'Idempotency-Key': anyEmail() };
      const registered = await register(body, headers);
      await register(body, headers);
      return [
        ['none', String(client_id), created(flatten(fields))],
        ['api', registered.id, created(flatten({ ...fields, name: 'Day', scopes: ['tickets:read'] }))],
      ];
    },
    async 'client.changed'() {
      const { clientId } = await addClient(api().database);
      for (let again = 0; again < 2; again++) await send('PATCH', `/v1/clients/${clientId}`, { rate_limit: 5 });
      const args = ['clients', 'set', clientId, '--scope', 'tickets:read', '--access-token', '5m'];
      for (let again = 0; again < 2; again++) await run(args);
      const scopes = { old: ['tickets:read', 'tickets:write', 'people:read'], new: ['tickets:read'] };
      return [
        ['api', clientId, { rate_limit: { old: null, new: 5 } }],
        ['none', clientId, { scopes, 'access_token.seconds': { old: 600, new: 300 } }],
      ];
    },
    async 'client.secret_rotated'() {
      const { clientId } = await addClient(api().database);
      await run(['clients', 'rotate', clientId]);
      const url = `/v1/clients/${clientId}/secret`;
      const rotated = await send<{ client_secret: string }>('PUT', url, {});
      issuedSecrets.push(rotated.client_secret);
      return [
        ['none', clientId, { client_secret: 'changed' }],
        ['api', clientId, { client_secret: 'changed' }],
      ];
    },
    async 'client.access_revoked'() {
      const { client } = await signIn();
      await run(['grants', 'revoke', '--client', client.clientId]);
      return [['none', client.clientId, deleted({ grants: 1 })]];
    },
    async 'client.removed'() {
      const { clientId } = await addClient(api().database);
      const {
        client_id: _,
        created_at: __,
        ...fields
      } = await runJson<Record<string, unknown>>(...['clients', 'show', clientId]);
      await run(['clients', 'remove', clientId]);
      const other = (await addClient(api().database)).clientId;
      await send('DELETE', `/v1/clients/${other}`);
      return [
        ['none', clientId, deleted(flatten(fields))],
        ['api', other, deleted(flatten(fields))],
      ];
    },
    async 'grant.revoked'() {
      const { person, client } = await signIn();
      const [grant] = await runJson<{ id: string }[]>('grants', 'list', '--person', person.email);
      await run(['grants', 'revoke', grant?.id ?? '']);
      await obtainTokens({ server: api(), person, client });
      const [other] = await send<{ id: string }[]>('GET', `/v1/grants?person_id=${person.id}`);
      await send('DELETE', `/v1/grants/${other?.id}`);
      const changes = deleted({ person_id: person.id, client_id: client.clientId });
      return [
        ['none', grant?.id ?? '', changes],
        ['api', other?.id ?? '', changes],
      ];
    },
    async 'token.created'() {
      const { id, email } = api().people.viewer;
      const token = await runJson<{ id: string; expires_at: string }>(
        ...['tokens', 'create', '--person', email, '--scope', 'tickets:read'],
      );
      const scopes = ['tickets:read'];
      const body = { person_id: id, name: 'Export', scopes };
      const other = await send<NewScriptToken>('POST', '/v1/script_tokens', body);
      issuedSecrets.push(other.token ?? '');
      return [
        ['none', token.id, created({ person_id: id, name: 'A script', scopes, expires_at: token.expires_at })],
        ['api', other.id, created({ ...body, expires_at: other.expires_at })],
      ];
    },
    async 'token.revoked'() {
      const create = async ({ email }: { email: string }) =>
        (await runJson<{ id: string }>('tokens', 'create', '--person', email, '--scope', 'tickets:read')).id;
      const { admin, viewer } = api().people;
      const [first, second, third] = [await create(viewer), await create(admin), await create(viewer)];
      await run(['tokens', 'revoke', first]);
      await send('DELETE', `/v1/script_tokens/${third}`);
      const page = await browser.open(`${api().url}${connectedAppsPath}`);
      await pressButton(browser, page, { script: second });
      return [
        ['none', first, deleted({ person_id: viewer.id })],
        ['api', third, deleted({ person_id: viewer.id })],
        ['person', second, deleted({ person_id: admin.id })],
      ];
    },
    async 'key.rotated'() {
      const { kid } = await runJson<{ kid: string }>('keys', 'rotate');
      return [['none', kid, {}]];
    },
    async 'secrets.rotated'() {
      await addMailbox();
      const other = 'd15c0'.repeat(13).slice(0, 64);
      await run(['secrets', 'rotate'], { env: { SECRET_KEYS: `${other},${testSecretKeyText}` } });
      await run(['secrets', 'rotate'], { env: { SECRET_KEYS: `${testSecretKeyText},${other}` } });
      const [second, first] = (await readEntries(api().database)).toReversed().map(({ changes }) => changes);
      assert.deepEqual(Object.keys(first ?? {}), ['key']);
      return [first, second].map(changes => ['none', null, changes ?? {}]);
    },
    async 'mailbox.created'() {
      const body = { name: 'Support', address: anyEmail() };
      const headers = { 'Idempotency-Key': body.address };
      const mailbox = await send<Mailbox>('POST', '/v1/mailboxes', body, headers);
      await send('POST', '/v1/mailboxes', body, headers);
      const put = { name: 'Put', address: anyEmail() };
      await send('PUT', '/v1/mailboxes/put-1', put);
      const address = anyEmail();
      const { id } = await runJson<Mailbox>('mailboxes', 'add', address, '--name', 'Added');
      const { signature, subject_threading, new_ticket_after_days } = mailbox;
      const defaults = { aliases: [], enabled: true, transport: 'capture', signature, default_tags: [] };
      const common = { ...defaults, subject_threading, new_ticket_after_days };
      return [
        ['api', mailbox.id, created({ ...body, ...common })],
        ['api', 'put-1', created({ ...put, ...common })],
        ['none', id, created({ name: 'Added', address, ...common })],
      ];
    },
    async 'mailbox.changed'() {
      const { id, url, address } = await addMailbox();
      const change = { default_tags: ['mail'], enabled: false };
      await send('PATCH', url, change);
      await send('PATCH', url, change);
      await run(['mailboxes', 'set', address, '--enabled', 'on']);
      return [
        ['api', id, { enabled: { old: true, new: false }, default_tags: { old: [], new: ['mail'] } }],
        ['none', id, { enabled: { old: false, new: true } }],
      ];
    },
    async 'mailbox.deleted'() {
      const [first, second] = [await addMailbox(), await addMailbox()];
      await send('DELETE', first.url);
      await run(['mailboxes', 'remove', second.address]);
      const entries = (await readEntries(api().database)).slice(-2);
      for (const [n, { address }] of [first, second].entries())
        assert.deepEqual(entries[n]?.changes['address'], { old: address, new: null });
      return [
        ['api', first.id, entries[0]?.changes ?? {}],
        ['none', second.id, entries[1]?.changes ?? {}],
      ];
    },
    async 'mailbox.connection_changed'() {
      const { id, url, address } = await addMailbox();
      const outbound = { host: 'smtp.desk.example', port: 465, security: 'tls', user: 'support' };
      await send('PUT', `${url}/connection`, { outbound: { ...outbound, password: secrets.server } });
      const [entry] = (await readEntries(api().database)).slice(-1);
      assert.partialDeepStrictEqual(entry?.changes, {
        'outbound.host': { old: null, new: 'smtp.desk.example' },
        'outbound.port': { old: null, new: 465 },
        'outbound.password': 'changed',
      });
      await send('PATCH', `${url}/connection`, { outbound: { password: `another ${secrets.server}` } });
      await run(['mailboxes', 'connect', address, '--port', '587', '--security', 'starttls', '--password-stdin'], {
        input: secrets.server,
      });
      const port = { 'outbound.port': { old: 465, new: 587 }, 'outbound.security': { old: 'tls', new: 'starttls' } };
      return [
        ['api', id, entry?.changes ?? {}],
        ['api', id, { 'outbound.password': 'changed' }],
        ['none', id, { ...port, 'outbound.password': 'changed' }],
      ];
    },
    async 'mailbox.resumed'() {
      const { id, url } = await addMailbox();
      await send('PUT', `${url}/attempt`);
      return [['api', id, {}]];
    },
    async 'mailbox.authorization_changed'() {
      const { id, url } = await addMailbox();
      const google = { provider: 'google', client_id: 'desk' };
      await send('PUT', `${url}/authorization`, { ...google, client_secret: secrets.client });
      await send('PUT', `${url}/authorization`, google);
      for (let again = 0; again < 2; again++) await send('DELETE', `${url}/authorization`);
      return [
        ['api', id, { ...created(google), client_secret: 'changed' }],
        ['api', id, deleted(google)],
      ];
    },
    async 'mailbox.signed_in'() {
      const mailbox = await addMailbox();
      await authorize(mailbox, browser);
      return [['person', mailbox.id, {}]];
    },
    async 'mailbox.hook_created'() {
      const { id, address } = await addMailbox();
      for (let again = 0; again < 2; again++) await run(['mailboxes', 'hook', address, '--provider', 'postmark']);
      return [['none', id, { ...created({ provider: 'postmark' }), url: 'changed' }]];
    },
    async 'mailbox.hook_renewed'() {
      const { id, address } = await addMailbox();
      await hook(address, '--signing-key-stdin');
      await hook(address, '--renew');
      return [['none', id, { ...created({ provider: 'mailgun' }), url: 'changed' }]];
    },
    async 'mailbox.hook_removed'() {
      const { id, address } = await addMailbox();
      await hook(address, '--signing-key-stdin');
      for (let again = 0; again < 2; again++) await hook(address, '--remove');
      return [['none', id, deleted({ provider: 'mailgun' })]];
    },
    async 'settings.changed'() {
      const change = { retention: { audit_days: 90 } };
      for (let again = 0; again < 2; again++) await send('PATCH', '/v1/settings', change);
      for (let again = 0; again < 2; again++) await run(['settings', 'set', 'retention.audit_days', '730']);
      return [
        ['api', null, { 'retention.audit_days': { old: 730, new: 90 } }],
        ['none', null, { 'retention.audit_days': { old: 90, new: 730 } }],
      ];
    },
    async 'tag.described'() {
      for (let again = 0; again < 2; again++) await send('PUT', '/v1/tags/audited', { description: 'First' });
      for (let again = 0; again < 2; again++) await run(['tags', 'describe', 'audited', 'Second']);
      return [
        ['api', 'audited', { description: { old: '', new: 'First' } }],
        ['none', 'audited', { description: { old: 'First', new: 'Second' } }],
      ];
    },
    async 'tag.merged'() {
      await addTag('merged');
      await addTag('moved');
      await send('PUT', '/v1/tags/merged/merge', { into: 'joined' });
      await run(['tags', 'merge', 'moved', 'joined', '--person', api().people.admin.email]);
      const changes = { ...deleted({ description: 'Old' }), ...created({ into: 'joined' }) };
      return [
        ['api', 'merged', changes],
        ['none', 'moved', changes],
      ];
    },
    async 'tag.deleted'() {
      await addTag('unused');
      await addTag('obsolete');
      await send('DELETE', '/v1/tags/unused');
      await run(['tags', 'delete', 'obsolete', '--person', api().people.admin.email]);
      return [
        ['api', 'unused', deleted({ description: 'Old' })],
        ['none', 'obsolete', deleted({ description: 'Old' })],
      ];
    },
    async 'mail.discarded'() {
      const { id, url, mailbox_id } = await addHeldMail();
      await send('DELETE', url);
      return [['api', id, deleted({ mailbox_id, state: 'held', reason: 'no_sender' })]];
    },
    async 'job.retried'() {
      const [first, second] = [await addLaterJob(), await addLaterJob()];
      for (let again = 0; again < 2; again++) await send('PUT', `/v1/jobs/${first}/attempt`);
      await run(['jobs', 'retry', second]);
      const entries = (await readEntries(api().database)).slice(-2);
      for (const { changes } of entries) assert.deepEqual(changes['kind'], { old: null, new: 'purge_expired' });
      return [
        ['api', first, entries[0]?.changes ?? {}],
        ['none', second, entries[1]?.changes ?? {}],
      ];
    },
    async 'job.discarded'() {
      const [first, second] = [await addLaterJob(), await addLaterJob()];
      await send('DELETE', `/v1/jobs/${first}`);
      await run(['jobs', 'discard', second]);
      const changes = deleted({ kind: 'purge_expired', state: 'waiting' });
      return [
        ['api', first, changes],
        ['none', second, changes],
      ];
    },
    async 'backup.made'() {
      await run(['backup', join(directory, 'made.db')]);
      return [['none', null, created({ file: 'made.db', with_files: true })]];
    },
    async 'backup.restored'() {
      const dataDir = join(directory, 'restored');
      await run(['backup', join(directory, 'desk.db')]);
      const { status, stderr } = await runDeskInProcess(dataDir, ['restore', join(directory, 'desk.db')]);
      assert.equal(status, 0, stderr);
      const store = openDatabase({ dataDir });
      opened.push(store);
      const [copied, ...more] = (await readEntries(store)).toReversed();
      assert.deepEqual([copied?.action, more.length > 0], ['backup.restored', true]);
      return { expected: [['none', null, created({ file: 'desk.db' })]], store };
    },
    async 'sample_data.removed'() {
      const { id } = await addPerson(api().database, anyEmail());
      await api().database.transaction(writes => recordSampleRow(writes, 'person', { id, version: 1 }));
      for (let again = 0; again < 2; again++) await send('DELETE', '/v1/sample_data');
      await api().database.transaction(writes =>
        writes.deleteFrom('jobs').where('kind', '=', 'remove_sample').execute(),
      );
      await run(['sample', 'remove', '--person', api().people.admin.email]);
      const changes = { ...deleted({ tickets: 0, gists: 0, people: 1 }), ...created({ in_use: 0 }) };
      return [
        ['api', null, changes],
        ['none', null, changes],
      ];
    },
  };

  describe('the audit log', () => {
    for (const action of auditActions) {
      it(`has one entry for each ${action}`, async () => {
        const last = (await readEntries(api().database)).at(-1)?.n ?? 0;
        const outcome = await cases[action]();
        const { expected, store } = Array.isArray(outcome) ? { expected: outcome, store: api().database } : outcome;
        const entries = (await readEntries(store)).filter(({ n, action: found }) => n > last && found === action);
        const actors = {
          api: [api().people.admin.id, scriptClientId],
          person: [api().people.admin.id, null],
          none: [null, null],
        };
        assert.deepEqual(
          entries.map(({ person_id, client_id, target_id, changes }) => [person_id, client_id, target_id, changes]),
          expected.map(([actor, targetId, changes]) => [...actors[actor], targetId, changes]),
        );
        assert.deepEqual(new Set(entries.map(({ target_kind }) => target_kind)), new Set([action.split('.')[0]]));
      });
    }

    it('has no entry for rejected requests and failed commands', async () => {
      const mailbox = await addMailbox();
      const job = await addLaterJob();
      const { length } = await readEntries(api().database);
      const rejected: [number, string, string, (object | null)?, object?][] = [
        [409, 'PATCH', mailbox.url, { version: 9, name: 'Stale' }],
        [412, 'PATCH', mailbox.url, { name: 'Stale' }, { 'If-Match': '"9"' }],
        [412, 'DELETE', `/v1/jobs/${job}`, null, { 'If-Match': '"9"' }],
        [422, 'POST', '/v1/mailboxes', { name: 'Twice', address: mailbox.address }],
        [404, 'DELETE', `/v1/people/${api().people.agent.id}/second_factors`],
        [422, 'POST', '/v1/people', { name: 'Twice', email: api().people.admin.email }],
      ];
      for (const [status, method, path, body, headers = {}] of rejected) {
        const response = await api().call(method, path, { as, headers: { ...headers }, ...(body && { body }) });
        assert.equal(response.status, status, response.text);
      }
      assert.equal((await api().call('PATCH', mailbox.url, { body: { name: 'Agent' } })).status, 405);
      for (const args of [
        ['people', 'add', api().people.admin.email, '--name', 'Twice'],
        ['people', 'reset-factors', api().people.agent.email],
        ['mailboxes', 'remove', 'nobody@desk.example'],
        ['clients', 'remove', 'unknown'],
        ['grants', 'revoke', 'unknown'],
        ['tokens', 'revoke', 'unknown'],
        ['jobs', 'discard', '99999'],
      ])
        assert.equal((await runDeskInProcess('', args, { env: api().environment })).status, 1, args.join(' '));
      assert.equal((await readEntries(api().database)).length, length);
    });

    it('contains no secret', async () => {
      const text = JSON.stringify(await readEntries(api().database));
      assert.ok(linkTokens.length >= 3 && linkTokens.every(token => token.length === 64));
      assert.ok(issuedSecrets.length >= 3 && issuedSecrets.every(secret => secret.length > 40));
      for (const secret of [...Object.values(secrets), ...linkTokens, ...issuedSecrets, testPassword])
        assert.ok(!text.includes(secret), secret);
      // The test API checks that its log lines contain no secret that was sent. This also checks the entries.
      api().logged.push(text);
    });

    it('adds nothing to the change log', async () => {
      const { body } = await api().call<{ type: string }[]>('GET', '/v1/events', { as });
      assert.deepEqual(body, []);
    });
  });
});

type StoredEntry = Omit<AuditEntry, 'url'> & { n: number };

const readEntries = async (database: Database): Promise<StoredEntry[]> =>
  (await database.read.selectFrom('audit_entries').selectAll().orderBy('n').execute()).map(
    row => ({ ...row, changes: JSON.parse(row.changes) }) as unknown as StoredEntry,
  );

/** Flattens nested objects. Each member is named by its path, and null members are omitted. */
const flatten = (fields: object, prefix = ''): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flatten(value, `${prefix}${name}.`))
        : value === null
          ? []
          : [[`${prefix}${name}`, value]],
    ),
  );
