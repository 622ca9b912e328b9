import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientEndpoints } from '../endpoints.ts';
import { authorize, obtainTokens, postAsClient, type TokenBody, toBasicAuthorization } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';

const members = ['error', 'error_description', 'code', 'message', 'description'];
const form = 'application/x-www-form-urlencoded';

withDesk(desk => {
  const send = async (init: RequestInit, path = '/oauth/token') => {
    const response = await fetch(`${desk().server.url}${path}`, { method: 'POST', ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') as TokenBody };
  };
  const refreshing = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) });

  describe('POST /oauth/token', () => {
    it('401 with WWW-Authenticate: Basic for missing or malformed client authentication', async () => {
      const encoded = (text: string) => Buffer.from(text).toString('base64');
      const malformed = [
        {},
        { Authorization: 'Bearer abc' },
        { Authorization: 'Basic' },
        { Authorization: 'Basic %%%' },
        { Authorization: `Basic ${encoded('no colon')}` },
        { Authorization: `Basic ${encoded('id:')}` },
        { Authorization: `Basic ${encoded(':secret')}` },
        { Authorization: `Basic ${encoded('id:%zz')}` },
      ];
      for (const headers of malformed) {
        const response = await send({ body: refreshing, headers });
        assert.equal(response.status, 401, JSON.stringify(headers));
        assert.match(response.headers.get('www-authenticate') ?? '', /^Basic realm=/);
        assert.deepEqual([response.body.error, response.body.code], ['invalid_client', 40110]);
        assert.deepEqual(Object.keys(response.body), members);
        assert.equal(response.headers.get('cache-control'), 'no-store');
      }
    });

    it('401 with the same body for an unknown client, an invalid, missing or empty secret, and the stored hash as the secret', async () => {
      const { server, bff, database } = desk();
      const clients = database.read.selectFrom('clients').select('secret_hash');
      const { secret_hash } = await clients.where('id', '=', bff.clientId).executeTakeFirstOrThrow();
      const secrets = ['cd'.repeat(32), null, '', secret_hash];
      const texts = new Set<string>();
      for (const client of [
        { clientId: 'nobody', clientSecret: 'abc' },
        ...secrets.map(clientSecret => ({ ...bff, clientSecret })),
      ]) {
        const { status, headers, text } = await postAsClient(server, client, Object.fromEntries(refreshing));
        assert.equal(status, 401);
        assert.match(headers.get('www-authenticate') ?? '', /^Basic /);
        texts.add(text);
      }
      assert.equal(texts.size, 1);
    });

    it('400 invalid_request for two methods of client authentication, and for a repeated parameter', async () => {
      const { bff } = desk();
      const repeated = ['grant_type', 'refresh_token'] as const;
      for (const added of [['client_secret', bff.clientSecret], repeated]) {
        const body = new URLSearchParams([...refreshing, added as [string, string]]);
        const response = await send({ body, headers: { Authorization: toBasicAuthorization(bff) } });
        assert.deepEqual([response.status, response.body.error, response.body.code], [400, 'invalid_request', 40011]);
      }
    });

    it('200 for client_secret_post', async () => {
      const { server, person, bff } = desk();
      const { refresh_token } = await obtainTokens({ server, person, client: bff });
      const fields = { grant_type: 'refresh_token', refresh_token };
      const body = new URLSearchParams({ ...fields, client_id: bff.clientId, client_secret: bff.clientSecret });
      assert.equal((await send({ body })).status, 200);
    });

    it('400 for each invalid token request, with the members of OAuth and of the API', async () => {
      const { server, bff } = desk();
      const code = 'x'.repeat(43);
      const invalid: [fields: Record<string, string>, error: string, code: number][] = [
        [{}, 'invalid_request', 40011],
        [{ grant_type: 'refresh_token' }, 'invalid_request', 40011],
        [{ grant_type: 'refresh_token', refresh_token: 'unknown' }, 'invalid_grant', 40010],
        [{ grant_type: 'authorization_code', code: 'unknown' }, 'invalid_request', 40011],
        [{ grant_type: 'authorization_code', code, redirect_uri: bff.redirectUri }, 'invalid_grant', 40010],
        [{ grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type', 40014],
        [{ grant_type: 'client_credentials' }, 'unsupported_grant_type', 40014],
        [{ grant_type: 'implicit' }, 'unsupported_grant_type', 40014],
      ];
      for (const [fields, error, code] of invalid) {
        const { status, body } = await postAsClient(server, bff, fields);
        assert.deepEqual([status, body.error, body.code], [400, error, code], JSON.stringify(fields));
        assert.deepEqual(Object.keys(body), members);
        assert.equal(body.description, body.error_description);
      }
    });

    it('allows any origin without credentials, on errors too; 204 for a preflight', async () => {
      const preflightHeaders = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
      const preflight = await send({ method: 'OPTIONS', headers: preflightHeaders });
      assert.equal(preflight.status, 204);
      const rejected = await send({
        body: refreshing,
        headers: { Origin: 'https://app.example', Accept: 'text/html' },
      });
      assert.match(rejected.headers.get('content-type') ?? '', /^application\/json/, 'regardless of Accept');
      for (const { headers } of [preflight, rejected]) {
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('access-control-allow-credentials'), null);
      }
    });

    it('200 at /v1/oauth/token too', async () => {
      const { server, person, bff } = desk();
      const { back, verifier } = await authorize({ server, person, client: bff });
      const code = back.searchParams.get('code') ?? '';
      const fields = { grant_type: 'authorization_code', code, redirect_uri: bff.redirectUri, code_verifier: verifier };
      assert.equal((await postAsClient(server, bff, fields, '/v1/oauth/token')).status, 200);
      assert.equal((await send({ method: 'GET' }, '/v1/oauth/token')).status, 405);
      assert.equal((await send({ body: refreshing }, '/v1/oauth/token')).body.error, 'invalid_client');
    });
  });

  for (const path of clientEndpoints) {
    it(`413, 415 with Accept and 405 with Allow at ${path} have the members of OAuth and of the API`, async () => {
      const large = await send({ body: new URLSearchParams({ a: 'x'.repeat(100_000) }) }, path);
      const json = await send({ body: '{}', headers: { 'Content-Type': 'application/json' } }, path);
      assert.equal(json.headers.get('accept'), form);
      const others = await Promise.all(['GET', 'PUT', 'DELETE', 'PATCH'].map(method => send({ method }, path)));
      for (const { headers } of others) assert.equal(headers.get('allow'), 'POST, OPTIONS');
      const codes = [41300, 41500, 40500, 40500, 40500, 40500];
      for (const [index, { status, body }] of [large, json, ...others].entries()) {
        const code = codes[index] ?? 0;
        assert.deepEqual([status, body.error, body.code], [Math.floor(code / 100), 'invalid_request', code]);
        assert.deepEqual(Object.keys(body), members);
        assert.equal(body.description, body.error_description);
      }
    });

    it(`400 at ${path} for more than 56 KiB in chunks`, async () => {
      const body = ReadableStream.from(Array.from({ length: 100 }, () => Buffer.from('a'.repeat(1024))));
      const headers = { 'Content-Type': form, Authorization: toBasicAuthorization(desk().bff) };
      const response = await send({ body, headers, duplex: 'half' }, path);
      assert.deepEqual([response.status, response.body.error, response.body.code], [400, 'invalid_request', 40011]);
      assert.match(response.body.error_description ?? '', /larger than 56 KiB/);
    });
  }

  describe('POST /oauth/revoke', () => {
    it('200 with an empty object for a refresh token, whose grant is revoked; 200 for an unknown token', async () => {
      const { server, person, bff } = desk();
      const { access_token, refresh_token } = await obtainTokens({ server, person, client: bff });
      const { status, text, headers } = await postAsClient(server, bff, { token: refresh_token }, '/oauth/revoke');
      assert.deepEqual([status, text], [200, '{}\n']);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      const fields = { grant_type: 'refresh_token', refresh_token };
      assert.equal((await postAsClient(server, bff, fields)).body.error, 'invalid_grant');
      assert.equal((await postAsClient(server, bff, { token: 'unknown' }, '/oauth/revoke')).status, 200);
    });

    it('200 for a different client’s token, which stays valid; 401 without a client', async () => {
      const { server, person, bff, program } = desk();
      const { access_token } = await obtainTokens({ server, person, client: bff });
      assert.equal((await postAsClient(server, program, { token: access_token }, '/oauth/revoke')).status, 200);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(access_token), { person: { id: person.id } });
      assert.equal((await send({ body: new URLSearchParams({ token: access_token }) }, '/oauth/revoke')).status, 401);
    });
  });

  describe('POST /oauth/introspect', () => {
    it('200 with the details of the client’s own token, and active: false for any other token', async () => {
      const { server, person, bff, program } = desk();
      const { access_token } = await obtainTokens({ server, person, client: bff });
      const own = await postAsClient(server, bff, { token: access_token }, '/oauth/introspect');
      assert.partialDeepStrictEqual(own.body, {
        active: true,
        sub: person.id,
        client_id: bff.clientId,
        token_type: 'bearer',
        scope: 'tickets:read people:read',
      });
      for (const [client, token] of [
        [program, access_token],
        [bff, 'unknown'],
      ] as const) {
        assert.deepEqual((await postAsClient(server, client, { token }, '/oauth/introspect')).body, { active: false });
      }
    });
  });
});
