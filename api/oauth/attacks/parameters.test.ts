import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorize, exchangeCode, obtainTokens, type TokenBody, toBasicAuthorization } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { createSignedInRequests } from '../testing/signed-in-requests.ts';

const unsigned = (claims: object): string =>
  [{ alg: 'none' }, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** Invalid or unsupported parameters, with their error; null if they are ignored. */
const invalid: [title: string, error: string | null, parameters: Record<string, string | undefined>][] = [
  ['a request object', 'request_not_supported', { request: `${unsigned({ redirect_uri: 'https://evil.example/' })}.` }],
  ['a request object by reference', 'request_uri_not_supported', { request_uri: 'http://169.254.169.254/latest' }],
  ['a pushed request', 'request_uri_not_supported', { request_uri: 'urn:ietf:params:oauth:request_uri:abc' }],
  ['a registration', 'registration_not_supported', { registration: '{"redirect_uris":["https://evil.example/"]}' }],
  ['claims', null, { claims: '{"userinfo":{"email":null},"id_token":{"sub":{"value":"1"},"email":null}}' }],
  ['claims that are not JSON', null, { claims: '{' }],
  ['a resource', null, { resource: 'https://evil.example/' }],
  ['authorization details', null, { authorization_details: '[{"type":"admin"}]' }],
  [
    'a name that oidc-provider uses internally',
    null,
    { grant: 'all', account: '1', trusted: 'scope', ['__proto__']: 'x' },
  ],
  ['acr_values', 'invalid_request', { acr_values: 'admin' }],
  ['an unsigned hint', 'invalid_request', { id_token_hint: `${unsigned({ sub: '1', iss: 'x', aud: 'y' })}.` }],
  ['a negative age', 'invalid_request', { max_age: '-1' }],
  ['an age that is not a number', 'invalid_request', { max_age: 'NaN' }],
  ['an unknown prompt', 'invalid_request', { prompt: 'create' }],
  ['two prompts that exclude each other', 'invalid_request', { prompt: 'none consent' }],
  ['a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
  ['only unknown scopes', 'invalid_scope', { scope: 'nothing:known' }],
  ['unknown scopes with the fragment', 'invalid_scope', { scope: 'nothing:known', response_mode: 'fragment' }],
  ['scopes separated by a tab (RFC 6749 3.3)', 'invalid_scope', { scope: 'tickets:read\ttickets:write' }],
  ['scopes separated by two spaces', 'invalid_scope', { scope: 'tickets:read  people:read' }],
  ['a scope after a space', 'invalid_scope', { scope: ' tickets:read' }],
  ['a scope in quotes', 'invalid_scope', { scope: '"tickets:read"' }],
  ['an unknown response_mode', 'unsupported_response_mode', { response_mode: 'carrier_pigeon' }],
  ['a response by form_post', 'unsupported_response_mode', { response_mode: 'form_post' }],
  ['a response to a window', 'unsupported_response_mode', { response_mode: 'web_message' }],
  ['a response as a JWT', 'unsupported_response_mode', { response_mode: 'query.jwt' }],
  ['no response_type', 'invalid_request', { response_type: undefined }],
  ['a token with the code', 'unsupported_response_type', { response_type: 'code token' }],
  ['an ID token', 'unsupported_response_type', { response_type: 'id_token' }],
  ['response_type none', 'invalid_request', { response_type: 'none' }],
  ['CODE in capitals', 'unsupported_response_type', { response_type: 'CODE' }],
];

withDesk(desk => {
  const { buildUrl, getRedirect, open } = createSignedInRequests(desk);

  describe('an invalid or unsupported parameter', () => {
    for (const [title, error, parameters] of invalid) {
      it(`303 ${error ?? 'with a code'} at the registered redirect URI, 400 as a page for any other URI: ${title}`, async () => {
        const { redirectUri } = desk().bff;
        const { target, result } = await getRedirect(buildUrl(parameters));
        assert.equal(target, redirectUri);
        assert.deepEqual([result.get('error'), result.has('code')], [error, error === null]);
        assert.deepEqual([result.get('state'), result.get('iss')], ['a state', desk().server.url]);
        for (const redirect_uri of ['https://evil.example/', `${redirectUri}@evil.example`, '//evil.example']) {
          const page = await open(buildUrl({ ...parameters, redirect_uri }));
          assert.deepEqual([page.status, page.location], [400, null], redirect_uri);
        }
        const unknown = await open(buildUrl({ ...parameters, client_id: 'unknown' }));
        assert.deepEqual([unknown.status, unknown.location], [400, null]);
      });
    }

    it('an ID token does not contain the claims that the parameter `claims` requests', async () => {
      const { server, person, bff } = desk();
      const claims = '{"id_token":{"email":{"essential":true},"name":null,"role":null}}';
      const { id_token } = await obtainTokens({ server, person, client: bff, parameters: { scope: 'openid', claims } });
      const payload = JSON.parse(Buffer.from(id_token?.split('.')[1] ?? '', 'base64url').toString()) as object;
      for (const name of ['email', 'name', 'role', 'password_hash']) assert.ok(!Object.hasOwn(payload, name), name);
    });
  });

  describe('a repeated parameter', () => {
    it('303 invalid_request at the authorization endpoint, and 400 as a page for client_id and redirect_uri', async () => {
      const all = { prompt: 'login', nonce: 'n', max_age: '1', login_hint: 'a', response_mode: 'query' };
      const url = new URL(buildUrl(all));
      for (const [name, value] of url.searchParams) {
        for (const second of [value, 'https://evil.example/back']) {
          const page = await createFormBrowser().open(`${url}&${name}=${encodeURIComponent(second)}`);
          const isPage = ['client_id', 'redirect_uri'].includes(name);
          assert.equal(page.status, isPage ? 400 : 303, name);
          if (isPage) assert.equal(page.location, null, name);
          else assert.match(page.location ?? '', /[?#&]error=invalid_request/, name);
        }
      }
    });

    it('400 at the token endpoint for every parameter, and the code stays valid', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program };
      const authorized = await authorize(flow);
      const fields = new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: authorized.back.searchParams.get('code') ?? '' },
        ...{ redirect_uri: program.redirectUri, code_verifier: authorized.verifier, client_id: program.clientId },
      });
      for (const [name, value] of [...fields]) {
        for (const second of [value, 'other']) {
          const body = new URLSearchParams([...fields, [name, second]]);
          const headers = { Authorization: toBasicAuthorization(program) };
          const response = await fetch(`${server.url}/oauth/token`, { method: 'POST', body, headers });
          const { error } = (await response.json()) as TokenBody;
          assert.deepEqual([response.status, error], [400, 'invalid_request'], name);
        }
      }
      assert.equal((await exchangeCode(flow, authorized)).status, 200);
    });
  });
});
