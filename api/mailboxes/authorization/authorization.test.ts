import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Mailbox, MailboxAuthorization } from '#contract';
import { authorizationSecretName } from '../../database/secret-names.ts';
import { forEachApi } from '../../testing/api.ts';
import { getStatusAndFieldErrors } from '../../testing/field-errors.ts';

const as = 'admin';
const secret = 'the secret of a client';
const google = { provider: 'google', client_id: '1042.apps.example' };
const endpoints = {
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
};
const custom = { provider: 'custom', client_id: 'desk', ...endpoints, scope: 'mail' };
let count = 0;

forEachApi(api => {
  let id: string;
  let url: string;
  const send = (method: string, body?: object, headers = {}) =>
    api().call<MailboxAuthorization>(method, url, { as, ...(body && { body }), headers });
  const readSecret = () => api().secrets.read(api().database.read, authorizationSecretName(id, 'client_secret'));

  beforeEach(async () => {
    const body = { name: 'Support', address: `authorization-${count++}@desk.example` };
    const mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as, body })).body;
    id = mailbox.id;
    url = `${mailbox.url}/authorization`;
  });

  describe('the authorization of a mailbox', () => {
    it('200 with no provider at first, then with a provider; the secret is stored but never returned', async () => {
      const none = (await send('GET')).body;
      const redirectUri = `${api().url}/oauth/mailbox-callback`;
      const empty = {
        id,
        url,
        provider: null,
        state: 'none',
        authorize_url: null,
        redirect_uri: redirectUri,
        version: 1,
      };
      assert.partialDeepStrictEqual(none, empty);
      assert.deepEqual((await send('PUT', none)).body, none, 'an unchanged response changes nothing');
      const { body, text } = await send('PUT', { ...google, client_secret: secret });
      const expected = { ...google, client_secret_set: true, state: 'pending', error: null, version: 2 };
      assert.partialDeepStrictEqual(body, { ...expected, authorize_url: `${api().url}/oauth/mailboxes/${id}` });
      assert.ok(!text.includes(secret));
      assert.equal(await readSecret(), secret);
      assert.deepEqual((await send('PUT', body)).body, body, 'an unchanged response changes nothing');
      assert.deepEqual((await send('GET')).body, body);
    });

    it('200 keeps the secret if it is omitted, and removes the secret if it is null', async () => {
      await send('PUT', { ...google, client_secret: secret });
      assert.equal((await send('PUT', google)).body.version, 2);
      assert.equal(await readSecret(), secret);
      assert.equal((await send('PUT', { ...google, client_secret: null })).body.client_secret_set, false);
      assert.equal(await readSecret(), null);
    });

    it('204 removes the provider and its secret; versions still increase', async () => {
      await send('PUT', { ...google, client_secret: secret });
      for (let again = 0; again < 2; again++) assert.equal((await send('DELETE')).status, 204);
      assert.equal(await readSecret(), null);
      assert.partialDeepStrictEqual((await send('GET')).body, { provider: null, state: 'none', version: 3 });
      assert.equal((await send('PUT', google)).body.version, 4);
    });

    it('409 and 412 for a stale version, with no secret in the response', async () => {
      await send('PUT', { ...google, client_secret: secret });
      const stale = { version: 1, ...google, client_secret: `stale ${secret}` };
      for (const [status, response] of [
        [409, await send('PUT', stale)],
        [412, await send('PUT', { ...google, client_secret: `stale ${secret}` }, { 'If-Match': '"1"' })],
        [412, await send('DELETE', undefined, { 'If-Match': '"1"' })],
        [412, await send('DELETE', undefined, { 'If-Unmodified-Since': 'Thu, 01 Jan 2015 00:00:00 GMT' })],
      ] as const) {
        assert.equal(response.status, status);
        assert.ok(!response.text.includes(secret), response.text);
      }
      assert.equal(await readSecret(), secret);
    });

    it('422 lists missing, forbidden and invalid members for each provider', async () => {
      await send('PUT', { ...google, client_secret: secret });
      for (const [body, errors] of [
        [{ ...google, client_id: 'another' }, [['client_secret', 1001]]],
        [
          { ...custom, scope: null },
          [
            ['scope', 1001],
            ['client_secret', 1001],
          ],
        ],
        [
          { provider: 'google' },
          [
            ['client_id', 1001],
            ['client_secret', 1001],
          ],
        ],
        [
          { ...google, tenant: 'common' },
          [
            ['tenant', 1005],
            ['client_secret', 1001],
          ],
        ],
        [
          { ...google, ...endpoints },
          [
            ['authorization_endpoint', 1005],
            ['token_endpoint', 1005],
            ['client_secret', 1001],
          ],
        ],
        [{ provider: null, client_id: 'desk' }, [['client_id', 1005]]],
        [{ ...custom, token_endpoint: 'http://id.example/token' }, [['token_endpoint', 1006]]],
        [{ ...custom, token_endpoint: 'http://localhost.evil.example/' }, [['token_endpoint', 1006]]],
        [{ provider: 'microsoft', client_id: 'desk', tenant: '../x' }, [['tenant', 1006]]],
        [{ ...google, redirect_uri: 'https://evil.example/' }, [['redirect_uri', 1008]]],
      ] as const)
        assert.deepEqual(getStatusAndFieldErrors(await send('PUT', body)), [422, errors], JSON.stringify(body));
      for (const malformed of ['https://a:99999/', 'https://[x', 'https://%'])
        for (const field of ['authorization_endpoint', 'token_endpoint'] as const)
          assert.deepEqual(
            getStatusAndFieldErrors(await send('PUT', { ...custom, [field]: malformed, client_secret: secret })),
            [422, [[field, 1006]]],
          );
      for (const token_endpoint of ['http://127.0.0.1:8080/token', 'http://[::1]/', 'http://localhost:1/t'])
        assert.equal((await send('PUT', { ...custom, token_endpoint, client_secret: secret })).status, 200);
    });

    it('404 for a mailbox that never existed, and 410 for a deleted mailbox', async () => {
      const nowhere = await api().call('GET', '/v1/mailboxes/nowhere/authorization', { as });
      assert.deepEqual([nowhere.status, nowhere.body.code], [404, 40407]);
      await send('PUT', { ...google, client_secret: secret });
      await api().call('DELETE', `/v1/mailboxes/${id}`, { as });
      assert.equal(await readSecret(), null);
      for (const method of ['GET', 'PUT', 'DELETE'])
        assert.equal((await send(method, ...(method === 'PUT' ? [google] : []))).status, 410);
    });
  });
});
