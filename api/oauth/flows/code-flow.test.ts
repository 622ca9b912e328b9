import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, exchangeCode, obtainTokens } from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';

const open = (url: URL) => createFormBrowser().open(url);

forEachDesk(desk => {
  describe('the authorization code flow', () => {
    it('303 with code, the unchanged state and iss, then 200 with valid tokens', async () => {
      const { server, person, bff } = desk();
      const state = 'a b+c&d=e%20#?\r\nSet-Cookie: ✓\0\u2028"<>%0d%0a';
      const flow = { server, person, client: bff, parameters: { state } };
      const { back, verifier } = await authorize(flow);
      assert.equal(`${back.origin}${back.pathname}`, bff.redirectUri);
      assert.deepEqual([...back.searchParams.keys()], ['code', 'state', 'iss']);
      assert.deepEqual([back.searchParams.get('state'), back.searchParams.get('iss')], [state, server.url]);

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

    it('303 without a state if the request has no state', async () => {
      const { server, person, bff } = desk();
      const { back } = await authorize({ server, person, client: bff, parameters: { state: undefined } });
      assert.deepEqual([...back.searchParams.keys()], ['code', 'iss']);
    });

    it('400 as a page for a state that is not UTF-8', async () => {
      const { server, bff } = desk();
      const url = authorizationUrl({ server, client: bff });
      for (const state of ['%ff', 'a?%ff']) {
        const { status, headers } = await open(new URL(url.href.replace('state=a+state', `state=${state}`)));
        assert.equal(status, 400);
        assert.match(headers.get('content-type') ?? '', /^text\/html/);
      }
    });

    it('303 with a new code and without a form for a signed-in person', async () => {
      const { server, person, bff } = desk();
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      await obtainTokens(flow);
      const page = await browser.open(authorizationUrl(flow));
      assert.equal(page.status, 303);
      assert.match(page.location ?? '', /^http:\/\/localhost:3000\/auth\?code=/);
    });

    it('200 with the form for prompt=login, even for a signed-in person', async () => {
      const { server, person, bff } = desk();
      const browser = createFormBrowser();
      const flow = { server, person, client: bff, browser };
      await obtainTokens(flow);
      const url = authorizationUrl({ ...flow, parameters: { prompt: 'login' } });
      const page = await browser.follow(url, bff.redirectUri);
      assert.match(page.text, /<h1>Sign in<\/h1>/);
      const tokens = await obtainTokens({ ...flow, parameters: { prompt: 'login' } });
      assert.equal(tokens.token_type, 'bearer');
    });
  });

  describe('scopes', () => {
    it('default to all read scopes except settings:read', async () => {
      const { server, person, bff } = desk();
      const { scope } = await obtainTokens({ server, person, client: bff, parameters: { scope: undefined } });
      assert.equal(scope, 'tickets:read messages:read gists:read people:read');
    });

    it('exclude unknown scopes and scopes that the client may not have', async () => {
      const { server, person, program } = desk();
      const scope = 'tickets:write teapots:read gists:write offline_access';
      const tokens = await obtainTokens({ server, person, client: program, parameters: { scope } });
      assert.equal(tokens.scope, 'tickets:write');
    });

    it('may be openid alone', async () => {
      const { server, person, program } = desk();
      const parameters = { scope: 'openid profile email' };
      const tokens = await obtainTokens({ server, person, client: program, parameters });
      assert.equal(tokens.scope, 'openid');
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), { scopes: new Set() });
    });

    it('return an ID token if they include openid', async () => {
      const { server, person, bff } = desk();
      const tokens = await obtainTokens({ server, person, client: bff, parameters: { scope: 'openid tickets:read' } });
      assert.equal(tokens.scope, 'openid tickets:read');
      const claims = JSON.parse(Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString()) as object;
      assert.partialDeepStrictEqual(claims, { sub: person.id, aud: bff.clientId, iss: server.url });
    });
  });
});
