import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IdentityProvider, IdentityProviderCheck } from '#contract';
import { providerSecretName } from '../database/secret-names.ts';
import { startUpstreamProvider } from '../oauth/testing/upstream-provider.ts';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const as = 'admin';
const secret = 'the secret of a client at its provider';
let count = 0;
const createDraft = () => ({ name: 'Login', issuer: `https://login-${++count}.example`, client_id: 'desk' });

forEachApi(api => {
  const send = (method: string, url: string, body?: object, headers = {}) =>
    api().call<IdentityProvider>(method, url, { as, ...(body && { body }), headers });
  const create = async (fields: object = {}) => {
    const response = await send('POST', '/v1/identity_providers', { ...createDraft(), ...fields });
    assert.equal(response.status, 201, response.text);
    return response.body;
  };
  const readSecret = ({ id }: IdentityProvider) => api().secrets.read(api().database.read, providerSecretName(id));

  describe('an identity provider', () => {
    it('201 with the defaults and the redirect URI; the secret is stored but never returned', async () => {
      const draft = createDraft();
      const { text, body } = await send('POST', '/v1/identity_providers', { ...draft, client_secret: secret });
      assert.partialDeepStrictEqual(body, {
        ...draft,
        ...{ domains: [], trust_unverified_email: false, auto_create: null, trust_mfa: false, enabled: true },
        client_secret_set: true,
        redirect_uri: `${api().url}/oauth/upstream/${body.id}/callback`,
        version: 1,
      });
      assert.ok(!text.includes(secret));
      assert.equal(await readSecret(body), secret);
      assert.deepEqual((await send('GET', body.url)).body, body);
      assert.deepEqual((await send('PUT', body.url, body)).body, body, 'an unchanged response changes nothing');
      const listed = await api().call<IdentityProvider[]>('GET', '/v1/identity_providers?sort=-created_at', { as });
      assert.deepEqual(listed.body[0], body);
    });

    it('200 keeps the secret if it is omitted, replaces it with a new secret, and removes it with null', async () => {
      const provider = await create({ client_secret: secret });
      const { url } = provider;
      assert.equal((await send('PATCH', url, { name: 'Renamed' })).body.client_secret_set, true);
      assert.equal(await readSecret(provider), secret);
      assert.equal((await send('PATCH', url, { client_secret: `new ${secret}` })).body.version, 3);
      assert.equal(await readSecret(provider), `new ${secret}`);
      assert.equal((await send('PATCH', url, { client_secret: null })).body.client_secret_set, false);
      assert.equal(await readSecret(provider), null);
    });

    it('422 unless the secret is entered again for a different issuer or client', async () => {
      const { url, issuer } = await create({ client_secret: secret });
      for (const change of [{ issuer: `${issuer}/realm` }, { client_id: 'another' }]) {
        const response = await send('PATCH', url, change);
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [['client_secret', 1001]]]);
        assert.equal((await send('PATCH', url, { ...change, client_secret: secret })).status, 200);
      }
    });

    it('422 for the issuer of a different provider, in any spelling', async () => {
      const { issuer, url } = await create();
      for (const written of [issuer, `${issuer}/`, issuer.replace('login', 'LOGIN')]) {
        const response = await send('POST', '/v1/identity_providers', { ...createDraft(), issuer: written });
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [['issuer', 1010]]], written);
      }
      assert.equal((await send('PATCH', url, { issuer: `${issuer}/` })).body.version, 1);
      const both = await Promise.all([create({ issuer: `${issuer}/a` }), create({ issuer: `${issuer}/b` })]);
      const taken = await Promise.all(both.map(each => send('PATCH', each.url, { issuer: `${issuer}/c` })));
      assert.deepEqual(taken.map(({ status }) => status).sort(), [200, 422]);
    });

    it('422 for an http issuer on another machine, an issuer with a password, and an invalid domain, role or name', async () => {
      for (const [change, field, code] of [
        [{ issuer: 'http://login.example' }, 'issuer', 1006],
        [{ issuer: 'https://user:password@login.example' }, 'issuer', 1006],
        [{ domains: ['Desk.example'] }, 'domains[0]', 1006],
        [{ domains: ['@desk.example'] }, 'domains[0]', 1006],
        [{ domains: ['a.example', 'a.example'] }, 'domains', 1010],
        [{ auto_create: { role: 'admin' } }, 'auto_create.role', 1005],
        [{ name: '' }, 'name', 1003],
      ] as const) {
        const response = await send('POST', '/v1/identity_providers', { ...createDraft(), ...change });
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [[field, code]]], JSON.stringify(change));
      }
      assert.equal((await create({ issuer: `http://127.0.0.1:${++count}` })).version, 1);
    });

    it('409 and 412 for a stale version, with no secret in the response', async () => {
      const { url } = await create();
      await send('PATCH', url, { name: 'Renamed' });
      const body = { name: 'Stale', client_secret: `stale ${secret}` };
      for (const [status, response] of [
        [409, await send('PATCH', url, { version: 1, ...body })],
        [412, await send('PATCH', url, body, { 'If-Match': '"1"' })],
        [412, await send('DELETE', url, undefined, { 'If-Match': '"1"' })],
      ] as const) {
        assert.equal(response.status, status, response.text);
        assert.ok(!response.text.includes(secret), response.text);
      }
    });

    it('204 removes the provider with its secret, then 410; a new provider can use its issuer', async () => {
      const provider = await create({ client_secret: secret });
      assert.equal((await send('DELETE', provider.url)).status, 204);
      assert.equal(await readSecret(provider), null);
      for (const method of ['GET', 'DELETE'])
        assert.deepEqual(
          [(await send(method, provider.url)).status, (await api().call(method, provider.url, { as })).body.code],
          [410, 41024],
        );
      await create({ issuer: provider.issuer });
    });
  });

  describe('the check of an identity provider', () => {
    const check = async ({ url }: IdentityProvider) =>
      (await api().call<IdentityProviderCheck>('PUT', `${url}/check`, { as, body: {} })).body;

    it('200 with the authorization endpoint and the redirect URI to register, or with the error and advice', async () => {
      const upstream = await startUpstreamProvider('http://localhost/unused');
      const provider = await create({ issuer: upstream.issuer });
      const { redirect_uri } = provider;
      assert.deepEqual(await check(provider), {
        state: 'ok',
        response: `${upstream.issuer}/auth`,
        advice: null,
        redirect_uri,
      });
      const mismatched = await create({ issuer: upstream.issuer.replace('localhost', '127.0.0.1') });
      assert.equal((await check(mismatched)).state, 'failed', 'the document names another issuer');
      const missing = await check(await create({ issuer: `${upstream.issuer}/realm` }));
      assert.deepEqual([missing.state, missing.response], ['failed', 'HTTP 404']);
      await upstream.close();
      const { response, advice } = await check(provider);
      assert.equal(response, 'ECONNREFUSED');
      assert.match(advice ?? '', /Check the issuer/);
    });
  });
});
