import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client, ClientUsage, NewClient } from '#contract';
import { scopes } from '#contract/enums';
import { forEachApi } from '../../testing/api.ts';
import { getStatusAndFieldErrors } from '../../testing/field-errors.ts';
import { createFollowLinks } from '../../testing/follow-links.ts';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { addBffClient, addPerson } from '../testing/oauth-server.ts';
import { ensureBffClient, ensureDocsClient } from './built-in-clients.ts';
import { docsClientId } from './client-ids.ts';

const as = 'admin';
const redirectUri = 'https://program.example/back';
const registration = { name: 'Night Shift', redirect_uris: [redirectUri], scopes: ['tickets:read', 'people:read'] };
const defaults = {
  access_token_seconds: 600,
  refresh_idle_seconds: 2_592_000,
  refresh_end_seconds: null,
  refresh_grace_seconds: 0,
};
let count = 0;

forEachApi(api => {
  const walk = createFollowLinks((method, path) => api().call(method, path, { as }));
  const send = <T>(method: string, path: string, body?: object, headers = {}) =>
    api().call<T>(method, path, { as, headers, ...(body && { body }) });
  const register = async (fields: object = {}, headers = {}) =>
    (await send<NewClient>('POST', '/v1/clients', { ...registration, ...fields }, headers)).body;
  const rotate = (url: string, body: object = {}, headers = {}) =>
    send<{ client_secret: string | null; old_secret_ends_at: string | null }>('PUT', `${url}/secret`, body, headers);
  const toFlow = async (client: NewClient) => ({
    server: { url: api().url },
    client: { clientId: client.client_id, clientSecret: client.client_secret, redirectUri },
    person: await addPerson(api().database, `user-${count++}@desk.example`),
  });
  const patch = (url: string, body: object) => send<Client>('PATCH', url, body);

  describe('POST /clients', () => {
    it('201 with the secret, in this response only; the token endpoint accepts the secret', async () => {
      const { status, headers, body } = await send<NewClient>('POST', '/v1/clients', registration);
      assert.deepEqual(
        [status, headers.get('cache-control'), headers.get('location'), headers.get('etag')?.slice(0, 3)],
        [201, 'no-store', body.url, '"1.'],
      );
      const { client_secret, ...client } = body;
      assert.match(client_secret ?? '', /^[0-9a-f]{64}$/);
      assert.deepEqual(client, {
        ...{ ...registration, id: client.id, client_id: client.id, url: `${api().url}/v1/clients/${client.id}` },
        ...{ kind: 'confidential', post_logout_redirect_uris: [], rate_limit: null, lifetimes: defaults },
        ...{ built_in: false, old_secret_ends_at: null, version: 1 },
        ...{ created_at: client.created_at, updated_at: client.created_at },
      });
      assert.deepEqual((await send('GET', client.url)).body, client);
      assert.equal((await obtainTokens(await toFlow(body))).scope, 'tickets:read people:read');
      for (const table of ['clients', 'idempotency_keys', 'audit_entries'] as const) {
        const rows = await api().database.read.selectFrom(table).selectAll().execute();
        assert.ok(!JSON.stringify(rows).includes(client_secret ?? ''), table);
      }
    });

    it('201 with a null secret for a repeated Idempotency-Key, because the secret is not stored', async () => {
      const headers = { 'Idempotency-Key': 'register-once' };
      const [first, again] = [await register({}, headers), await register({}, headers)];
      assert.deepEqual(again, { ...first, client_secret: null });
      const stored = await api().database.read.selectFrom('idempotency_keys').select('answer').execute();
      assert.ok(stored.length > 0 && !JSON.stringify(stored).includes(first.client_secret ?? ''));
    });

    it('201 with every field of a public client, and with a null secret', async () => {
      const fields = {
        ...{ kind: 'public', rate_limit: 5, post_logout_redirect_uris: ['http://127.0.0.1:7000/bye'] },
        lifetimes: { ...defaults, refresh_end_seconds: 28_800 },
      };
      const { client_secret, ...client } = await register({ ...fields, scopes: ['people:read', 'tickets:read'] });
      assert.equal(client_secret, null);
      assert.partialDeepStrictEqual(client, { ...registration, ...fields, scopes: ['tickets:read', 'people:read'] });
    });

    it('422 lists every invalid field', async () => {
      const response = await send('POST', '/v1/clients', {
        ...{ name: ' ', redirect_uris: ['http://program.example/', redirectUri], scopes: [], rate_limit: 0 },
        ...{ post_logout_redirect_uris: ['javascript:alert(1)'], kind: 'secret', client_secret: 'mine' },
        lifetimes: { access_token_seconds: 59, refresh_grace_seconds: 301 },
      });
      assert.deepEqual(getStatusAndFieldErrors(response), [
        422,
        [
          ['name', 1003],
          ['redirect_uris[0]', 1006],
          ['post_logout_redirect_uris[0]', 1006],
          ['scopes', 1003],
          ['rate_limit', 1009],
          ['kind', 1005],
          ['lifetimes.access_token_seconds', 1009],
          ['lifetimes.refresh_grace_seconds', 1009],
          ['client_secret', 1008],
        ],
      ]);
    });

    it('422 for lifetimes that do not fit each other or the kind', async () => {
      for (const [fields, field, code] of [
        [{ lifetimes: { refresh_idle_seconds: 599 } }, 'access_token_seconds', 1009],
        [{ kind: 'implicit', lifetimes: { refresh_end_seconds: null } }, 'refresh_end_seconds', 1005],
      ] as const) {
        const response = await send('POST', '/v1/clients', { ...registration, ...fields });
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [[`lifetimes.${field}`, code]]]);
      }
    });
  });

  describe('GET /clients', () => {
    it('200 with all clients, page by page; 304 until a client changes', async () => {
      const client = await register();
      const etag = (await send('GET', '/v1/clients')).headers.get('etag') ?? '';
      const again = async () => (await send('GET', '/v1/clients', undefined, { 'If-None-Match': etag })).status;
      assert.equal(await again(), 304);
      await rotate(client.url);
      assert.equal(await again(), 200);
      const { body } = await send<Client[]>('GET', '/v1/clients?per_page=100');
      const pages = await walk<Client>('/v1/clients?per_page=2', 'next');
      assert.deepEqual(
        pages.flat().map(({ id }) => id),
        body.map(({ id }) => id),
      );
      assert.equal(body[0]?.id, client.id);
    });

    it('200 for /client_usage with the number of people with access, and the last use', async () => {
      const client = await register();
      const read = async () =>
        (await send<ClientUsage>('GET', '/v1/client_usage')).body.clients.find(each => each.client_id === client.id);
      assert.equal(await read(), undefined);
      const flow = await toFlow(client);
      await obtainTokens(flow);
      await obtainTokens(flow);
      const { refresh_token } = await obtainTokens(await toFlow(client));
      await refreshTokens(flow, refresh_token);
      const { people, last_used_at = '' } = (await read()) ?? {};
      assert.equal(people, 2);
      assert.ok(Math.abs(Date.parse(last_used_at) - api().clock.now()) < 60_000);
    });
  });

  describe('PATCH /clients/{client_id}', () => {
    it('200 merges the lifetimes and takes effect immediately; an unchanged client keeps its version', async () => {
      const client = await register();
      const flow = await toFlow(client);
      const { access_token } = await obtainTokens(flow);
      const change = { lifetimes: { access_token_seconds: 300 }, scopes: ['tickets:read'] };
      const { body } = await patch(client.url, change);
      const { client_secret: _, updated_at: __, ...unchanged } = client;
      const lifetimes = { ...defaults, access_token_seconds: 300 };
      assert.deepEqual(body, { ...unchanged, ...change, lifetimes, version: 2, updated_at: body.updated_at });
      const headers = { Authorization: `Bearer ${access_token}` };
      assert.equal((await api().call('GET', '/v1/people', { headers })).body.code, 40301);
      assert.equal((await obtainTokens(flow)).expires_in, 300);
      assert.deepEqual(
        (await patch(client.url, { ...body, name: ' Night Shift ', scopes: ['tickets:read'] })).body,
        body,
      );
    });

    it('412 and 409 for a stale version, 422 for a different kind', async () => {
      const { url } = await register();
      await patch(url, { name: 'Changed' });
      const stale = await send<{ code: number }>('PATCH', url, { name: 'Stale' }, { 'If-Match': '"1"' });
      assert.equal(stale.status, 412);
      assert.equal((await patch(url, { name: 'Stale', version: 1 })).status, 409);
      assert.deepEqual(getStatusAndFieldErrors(await patch(url, { kind: 'public' })), [422, [['kind', 1008]]]);
    });

    it('422 for lifetimes that an implicit client lacks, or that do not fit each other', async () => {
      const { url } = await register({ kind: 'implicit' });
      const { body } = await patch(url, { lifetimes: { ...defaults, access_token_seconds: 3600 } });
      assert.equal(body.lifetimes.access_token_seconds, 3600);
      const idle = { lifetimes: { refresh_idle_seconds: 3600 } };
      assert.deepEqual(getStatusAndFieldErrors(await patch(url, idle)), [
        422,
        [['lifetimes.refresh_idle_seconds', 1005]],
      ]);
      const end = { lifetimes: { refresh_end_seconds: 60 } };
      const rejected = await patch((await register()).url, end);
      assert.deepEqual(getStatusAndFieldErrors(rejected), [422, [['lifetimes.access_token_seconds', 1009]]]);
    });
  });

  describe('PUT /clients/{client_id}/secret', () => {
    it('200 with a new secret; the old secret also stays valid until the given time', async () => {
      const client = await register();
      const flow = await toFlow(client);
      const { status, headers, body } = await rotate(client.url, { ends_in_seconds: 3600 });
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
      const left = Date.parse(body.old_secret_ends_at ?? '') - api().clock.now();
      assert.ok(left > 3_500_000 && left <= 3_600_000);
      const works = async (clientSecret: string | null) =>
        (await refreshTokens({ ...flow, client: { ...flow.client, clientSecret } }, 'none')).status === 400;
      assert.deepEqual([await works(client.client_secret), await works(body.client_secret)], [true, true]);
      const { version, old_secret_ends_at } = (await send<Client>('GET', client.url)).body;
      assert.deepEqual([version, old_secret_ends_at], [2, body.old_secret_ends_at]);
      const last = (await rotate(client.url)).body;
      assert.equal(last.old_secret_ends_at, null);
      assert.deepEqual([await works(body.client_secret), await works(last.client_secret)], [false, true]);
    });

    it('200 with a null secret for a repeated Idempotency-Key; the secret is not replaced again', async () => {
      const { url } = await register();
      const headers = { 'Idempotency-Key': 'rotate-once' };
      const [first, again] = [await rotate(url, {}, headers), await rotate(url, {}, headers)];
      assert.deepEqual(again.body, { ...first.body, client_secret: null });
      assert.equal((await send<Client>('GET', url)).body.version, 2);
    });

    it('405 for a client without a secret; 422 for an overlap of more than 30 days', async () => {
      assert.equal((await rotate((await register({ kind: 'public' })).url)).status, 405);
      const response = await rotate((await register()).url, { ends_in_seconds: 30 * 86_400 + 1 });
      assert.deepEqual(getStatusAndFieldErrors(response), [422, [['ends_in_seconds', 1009]]]);
    });
  });

  describe('DELETE /clients/{client_id}', () => {
    it('204 revokes the grants and tokens of the client; then 410', async () => {
      const client = await register();
      const flow = await toFlow(client);
      const { access_token, refresh_token } = await obtainTokens(flow);
      assert.equal((await send('DELETE', client.url, undefined, { 'If-Match': '"7"' })).status, 412);
      assert.equal((await send('DELETE', client.url)).status, 204);
      const headers = { Authorization: `Bearer ${access_token}` };
      assert.equal((await api().call('GET', '/v1/people/me', { headers })).status, 401);
      assert.equal((await refreshTokens(flow, refresh_token)).status, 401);
      assert.equal((await send('GET', client.url)).body.code, 41021);
      const left = api().database.read.selectFrom('oauth_records').select('model').where('client_id', '=', client.id);
      assert.deepEqual(await left.execute(), []);
    });
  });

  describe('a built-in client', () => {
    it('accepts only a rate limit, and rejects a new secret and deletion; a restart with the same settings adds no version', async () => {
      const { database } = api();
      const bff = await addBffClient(database);
      const start = async (deskUrl = 'http://localhost:3000') => {
        await ensureBffClient(database, { id: bff.clientId, secret: bff.clientSecret, deskUrl }, Date.now);
        await ensureDocsClient(database, 'https://desk.example/docs', Date.now);
      };
      await start();
      for (const id of [bff.clientId, docsClientId]) {
        const url = `/v1/clients/${id}`;
        const { body: client } = await send<Client>('GET', url);
        assert.deepEqual([client.built_in, client.scopes, client.version], [true, scopes, 1]);
        const change = { ...client, name: 'Mine', lifetimes: { access_token_seconds: 300 } };
        assert.deepEqual(getStatusAndFieldErrors(await patch(url, change)), [
          422,
          [
            ['name', 1005],
            ['lifetimes', 1005],
          ],
        ]);
        const { body } = await patch(url, { ...client, rate_limit: 50 });
        await start();
        assert.deepEqual((await send('GET', url)).body, body);
        assert.deepEqual([body.rate_limit, body.version], [50, 2]);
        for (const response of [await rotate(url), await send('DELETE', url)]) assert.equal(response.status, 405);
      }
      await start('https://desk.example');
      const { redirect_uris, version } = (await send<Client>('GET', `/v1/clients/${bff.clientId}`)).body;
      assert.deepEqual([redirect_uris, version], [['https://desk.example/auth'], 3]);
    });
  });
});
