import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { scopes } from '#contract/enums';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, exchangeCode, isSignInPage, signInAndDecide } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { ensureDocsClient } from './built-in-clients.ts';
import { docsClientId } from './client-ids.ts';
import { listClients } from './clients.ts';

const redirectUri = 'http://localhost:4000/v1/docs/oauth2-redirect.html';
const client = { clientId: docsClientId, clientSecret: null, redirectUri };
const token = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };
const challenge = 'x'.repeat(43);

withDesk(desk => {
  before(() => ensureDocsClient(desk().database, redirectUri, Date.now));

  describe('the client of the docs page', () => {
    it('200 returns an access token but no refresh token for a code with PKCE', async () => {
      const { server, person } = desk();
      const { status, body } = await exchangeCode({ server, client }, await authorize({ server, person, client }));
      assert.equal(status, 200);
      assert.deepEqual([body.scope, body.refresh_token], ['tickets:read people:read', undefined]);
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(body.access_token), { person: { id: person.id } });
    });

    it('303 returns the token in the fragment for the implicit grant', async () => {
      const { server, person } = desk();
      const { back } = await authorize({ server, person, client, parameters: token });
      const found = await server.oauth.findPrincipal(new URLSearchParams(back.hash.slice(1)).get('access_token') ?? '');
      assert.partialDeepStrictEqual(found, { person: { id: person.id }, clientId: docsClientId });
    });

    it('needs consent for a code and for a token', async () => {
      const { server, person } = desk();
      for (const parameters of [{}, token]) {
        const url = authorizationUrl({ server, client, parameters }, challenge);
        assert.match((await signInAndDecide(url, { client, person }, 'cancel')).href, /error=access_denied/);
      }
    });

    it('303 returns an error for a code without PKCE and for both grants together', async () => {
      const { server } = desk();
      for (const [parameters, expected] of [
        [{ code_challenge: undefined, code_challenge_method: undefined }, /error=invalid_request/],
        [{ response_type: 'code token' }, /error=unsupported_response_type/],
      ] as const) {
        const { status, location } = await createFormBrowser().open(
          authorizationUrl({ server, client, parameters }, challenge),
        );
        assert.equal(status, 303);
        assert.match(location ?? '', expected);
      }
    });

    it('accepts only its current redirect URI and keeps its tokens', async () => {
      const { server, database, person } = desk();
      const { body } = await exchangeCode({ server, client }, await authorize({ server, person, client }));
      const moved = 'https://desk.example/help/v1/docs/oauth2-redirect.html';
      await ensureDocsClient(database, moved, Date.now);
      const former = await createFormBrowser().open(authorizationUrl({ server, client }, challenge));
      assert.deepEqual([former.status, former.location], [400, null]);
      const current = { server, client: { ...client, redirectUri: moved } };
      assert.ok(isSignInPage(await createFormBrowser().follow(authorizationUrl(current, challenge), moved)));
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(body.access_token), { clientId: docsClientId });
      await ensureDocsClient(database, redirectUri, Date.now);
    });

    it('is listed with its name, kind, redirect URI and scopes', async () => {
      const all = await listClients(desk().database.read);
      assert.partialDeepStrictEqual(
        all.filter(({ clientId }) => clientId === docsClientId),
        [{ name: 'API reference', kind: 'implicit', redirectUris: [redirectUri], scopes: [...scopes] }],
      );
    });
  });
});
