import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askSignedIn } from '../testing/asking.ts';
import { createBrowser } from '../testing/browser.ts';
import { authorize, basic, exchange, signIn, type TokenBody } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';

const unsigned = (claims: object): string =>
  [{ alg: 'none' }, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** Parameters of OpenID Connect and others that are not offered, by the error they are refused with; null for no error. */
const offered: [what: string, error: string | null, parameters: Record<string, string>][] = [
  ['a request object', 'request_not_supported', { request: `${unsigned({ redirect_uri: 'https://evil.example/' })}.` }],
  ['one by reference', 'request_uri_not_supported', { request_uri: 'http://169.254.169.254/latest/meta-data' }],
  ['one that was pushed', 'request_uri_not_supported', { request_uri: 'urn:ietf:params:oauth:request_uri:abc' }],
  ['a registration', 'registration_not_supported', { registration: '{"redirect_uris":["https://evil.example/"]}' }],
  ['claims', null, { claims: '{"userinfo":{"email":null},"id_token":{"sub":{"value":"1"},"email":null}}' }],
  ['claims that are no JSON', null, { claims: '{' }],
  ['a resource', null, { resource: 'https://evil.example/' }],
  ['authorization details', null, { authorization_details: '[{"type":"admin"}]' }],
  ['a name of the library’s', null, { grant: 'all', account: '1', trusted: 'scope', __proto__: 'x' }],
  ['a class of sign-in', 'invalid_request', { acr_values: 'admin' }],
  ['a hint that nobody signed', 'invalid_request', { id_token_hint: `${unsigned({ sub: '1', iss: 'x', aud: 'y' })}.` }],
  ['a negative age', 'invalid_request', { max_age: '-1' }],
  ['an age that is no number', 'invalid_request', { max_age: 'NaN' }],
  ['an unknown prompt', 'invalid_request', { prompt: 'create' }],
  ['two prompts that exclude each other', 'invalid_request', { prompt: 'none consent' }],
  ['an answer by a form', 'unsupported_response_mode', { response_mode: 'form_post' }],
  ['an answer to a window', 'unsupported_response_mode', { response_mode: 'web_message' }],
  ['an answer as a JWT', 'unsupported_response_mode', { response_mode: 'query.jwt' }],
  ['a token beside the code', 'unsupported_response_type', { response_type: 'code token' }],
  ['an ID token', 'unsupported_response_type', { response_type: 'id_token' }],
  ['no answer at all', 'invalid_request', { response_type: 'none' }],
  ['a code in capitals', 'unsupported_response_type', { response_type: 'CODE' }],
];

withDesk(desk => {
  const { addressOf, answerTo } = askSignedIn(desk);

  describe('a parameter that is not offered', () => {
    for (const [what, error, parameters] of offered) {
      it(`303 ${error ?? 'as if it were not there'}: ${what}`, async () => {
        const { at, said } = await answerTo(addressOf(parameters));
        assert.equal(at, desk().bff.redirectUri);
        assert.deepEqual([said.get('error'), said.has('code')], [error, error === null]);
        assert.deepEqual([said.get('state'), said.get('iss')], ['a state', desk().server.url]);
      });
    }

    it('an ID token says who it is, and nothing else that claims asked for', async () => {
      const { server, person, bff } = desk();
      const claims = '{"id_token":{"email":{"essential":true},"name":null,"role":null}}';
      const { id_token } = await signIn({ server, person, client: bff, parameters: { scope: 'openid', claims } });
      const told = JSON.parse(Buffer.from(id_token?.split('.')[1] ?? '', 'base64url').toString()) as object;
      for (const name of ['email', 'name', 'role', 'password_hash']) assert.ok(!Object.hasOwn(told, name), name);
    });
  });

  describe('a parameter that comes twice', () => {
    it('303 invalid_request at the authorization, and a page for what decides where to go', async () => {
      const all = { prompt: 'login', nonce: 'n', max_age: '1', login_hint: 'a', response_mode: 'query' };
      const url = new URL(addressOf(all));
      for (const [name, value] of url.searchParams) {
        const page = await createBrowser().open(`${url}&${name}=${encodeURIComponent(value)}`);
        const isPage = ['client_id', 'redirect_uri'].includes(name);
        assert.equal(page.status, isPage ? 400 : 303, name);
        if (isPage) assert.equal(page.location, null, name);
        else assert.match(page.location ?? '', /[?#&]error=invalid_request/, name);
      }
    });

    it('400 at the token endpoint, whichever it is, and nothing is used up', async () => {
      const { server, person, program } = desk();
      const flow = { server, person, client: program };
      const authorized = await authorize(flow);
      const fields = new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: authorized.back.searchParams.get('code') ?? '' },
        ...{ redirect_uri: program.redirectUri, code_verifier: authorized.verifier, client_id: program.clientId },
      });
      for (const [name, value] of [...fields]) {
        for (const again of [value, 'other']) {
          const body = new URLSearchParams([...fields, [name, again]]);
          const headers = { Authorization: basic(program) };
          const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body, headers });
          const { error } = (await answer.json()) as TokenBody;
          assert.deepEqual([answer.status, error], [400, 'invalid_request'], name);
        }
      }
      assert.equal((await exchange(flow, authorized)).status, 200);
    });
  });
});
