import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, createVerifier, exchangeCode, obtainTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';

const open = (url: URL) => createFormBrowser().open(url);

forEachDesk(desk => {
  describe('the authorization code flow', () => {
    it('303 with code, state and iss, then 200 with valid tokens', async () => {
      const { server, person, bff } = desk();
      const flow = { server, person, client: bff };
      const { back, verifier } = await authorize(flow);
      assert.equal(`${back.origin}${back.pathname}`, bff.redirectUri);
      assert.deepEqual([...back.searchParams.keys()], ['code', 'state', 'iss']);
      assert.equal(back.searchParams.get('iss'), server.url);

      const { status, headers, text, body } = await exchangeCode(flow, { back, verifier });
      assert.equal(status, 200);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(text, `${JSON.stringify(body, null, 2)}\n`);
      assert.equal(body.token_type, 'bearer');
      assert.equal(body.expires_in, 600);
      assert.equal(body.scope, 'tickets:read people:read');
      assert.match(body.access_token, /^[\w-]{43}$/);
      assert.match(body.refresh_token, /^[\w-]{43}$/);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(body.access_token), {
        person: { id: person.id, name: 'Mara Okafor', role: 'agent' },
        clientId: bff.clientId,
        scopes: new Set(['tickets:read', 'people:read']),
      });
    });

    for (const state of [
      'a b+c&d=e%20#?',
      '\r\nSet-Cookie: a=b',
      '✓ é\u2028"<>',
      '%0d%0a',
      `{"a":"${'x'.repeat(2000)}"}`,
    ]) {
      it(`303 with the unchanged state: ${JSON.stringify(state).slice(0, 30)}`, async () => {
        const { server, person, bff } = desk();
        const { back } = await authorize({ server, person, client: bff, parameters: { state } });
        assert.equal(back.searchParams.get('state'), state);
      });
    }

    it('303 without a state when the request has none', async () => {
      const { server, person, bff } = desk();
      const { back } = await authorize({ server, person, client: bff, parameters: { state: undefined } });
      assert.deepEqual([...back.searchParams.keys()], ['code', 'iss']);
    });

    it('400 as a page for a state that is not UTF-8', async () => {
      const { server, bff } = desk();
      const url = authorizationUrl({ server, client: bff }, createVerifier().challenge);
      for (const state of ['%ff', 'a?%ff']) {
        const { status, headers } = await open(new URL(url.href.replace('state=a+state', `state=${state}`)));
        assert.equal(status, 400);
        assert.match(headers.get('content-type') ?? '', /^text\/html/);
      }
    });

    it('303 with a new code and without a form during a session', async () => {
      const { server, person, bff } = desk();
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      await obtainTokens(flow);
      const page = await browser.open(authorizationUrl(flow, createVerifier().challenge));
      assert.match(page.location ?? '', /^http:\/\/localhost:3000\/auth\?code=/);
    });

    it('200 with the form for prompt=login during a session', async () => {
      const { server, person, bff } = desk();
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      await obtainTokens(flow);
      const url = authorizationUrl({ ...flow, parameters: { prompt: 'login' } }, createVerifier().challenge);
      const page = await browser.follow(url, bff.redirectUri);
      assert.match(page.text, /<h1>Sign in<\/h1>/);
      const tokens = await obtainTokens({ ...flow, parameters: { prompt: 'login' } });
      assert.equal(tokens.token_type, 'bearer');
    });

    it('303 with error, state and iss for an invalid request of a known client', async () => {
      const { server, bff } = desk();
      const invalid = {
        unsupported_response_type: { response_type: 'id_token token' },
        invalid_request: { code_challenge_method: 'plain' },
        invalid_scope: { scope: 'nothing:known' },
        login_required: { prompt: 'none' },
      };
      for (const [error, parameters] of Object.entries(invalid)) {
        const { challenge } = createVerifier();
        const url = authorizationUrl({ server, client: bff, parameters: { ...parameters, state: 's t' } }, challenge);
        const { location } = await createFormBrowser().open(url);
        const back = new URL(location ?? '');
        const found = back.search === '' ? new URLSearchParams(back.hash.slice(1)) : back.searchParams;
        assert.equal(`${back.origin}${back.pathname}`, bff.redirectUri, error);
        assert.equal(found.get('error'), error);
        assert.equal(found.get('state'), 's t');
        assert.equal(found.get('iss'), server.url);
      }
    });
  });

  describe('scopes', () => {
    it('default to all read scopes', async () => {
      const { server, person, bff } = desk();
      const { scope } = await obtainTokens({ server, person, client: bff, parameters: { scope: undefined } });
      assert.equal(scope, 'tickets:read messages:read gists:read people:read');
    });

    it('exclude unknown scopes and those not allowed for the client', async () => {
      const { server, person, program } = desk();
      const scope = 'tickets:write teapots:read gists:write offline_access';
      const tokens = await obtainTokens({ server, person, client: program, parameters: { scope } });
      assert.equal(tokens.scope, 'tickets:write');
    });

    it('may be openid alone', async () => {
      const { server, person, program } = desk();
      const tokens = await obtainTokens({
        server,
        person,
        client: program,
        parameters: { scope: 'openid profile email' },
      });
      assert.equal(tokens.scope, 'openid');
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), { scopes: new Set() });
    });

    it('return an ID token with openid', async () => {
      const { server, person, bff } = desk();
      const tokens = await obtainTokens({ server, person, client: bff, parameters: { scope: 'openid tickets:read' } });
      assert.equal(tokens.scope, 'openid tickets:read');
      const claims = JSON.parse(Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString()) as object;
      assert.partialDeepStrictEqual(claims, { sub: person.id, aud: bff.clientId, iss: server.url });
    });
  });

  describe('redirect URIs', () => {
    const others = ['/other', '/?a=b', '/../back', '#fragment', '/back/', '.evil.example/back'];

    it('400 as a page without a redirect for an unknown client', async () => {
      const { server, bff } = desk();
      const client = { ...bff, clientId: 'nobody' };
      const { status, location, text } = await open(authorizationUrl({ server, client }, 'x'));
      assert.deepEqual([status, location], [400, null]);
      assert.match(text, /not registered with this desk/);
    });

    it('400 as a page without a redirect for any URI but exactly the registered one', async () => {
      const { server, bff } = desk();
      const { challenge } = createVerifier();
      for (const uri of [...others.map(other => bff.redirectUri + other), bff.redirectUri.toUpperCase(), undefined]) {
        const { status, location } = await open(
          authorizationUrl({ server, client: bff, parameters: { redirect_uri: uri } }, challenge),
        );
        assert.deepEqual([status, location], [400, null], uri);
      }
    });

    it('400 invalid_grant for another URI at the exchange, invalid_request for none', async () => {
      const { server, person, bff } = desk();
      const flow = { server, person, client: bff };
      const authorized = await authorize(flow);
      const other = await exchangeCode(flow, authorized, { redirect_uri: `${bff.redirectUri}?a=b` });
      assert.deepEqual([other.status, other.body.error], [400, 'invalid_grant']);
      const none = await exchangeCode(flow, authorized, { redirect_uri: '' });
      assert.deepEqual([none.status, none.body.error], [400, 'invalid_request']);
    });
  });
});
