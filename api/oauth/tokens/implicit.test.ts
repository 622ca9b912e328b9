import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, postAsClient } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const token = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };

withDesk(desk => {
  describe('the implicit grant', () => {
    for (const redirectUri of ['https://page.example/take', 'http://localhost:4000/v1/docs/oauth2-redirect.html']) {
      it(`303 with the token only in the fragment, and no refresh token: ${redirectUri}`, async () => {
        const { server, database, person } = desk();
        const client = await addClient(database, { kind: 'implicit', redirectUris: [redirectUri] });
        const { back } = await authorize({ server, person, client, parameters: token });
        assert.equal(back.search, '');
        const fragment = new URLSearchParams(back.hash.slice(1));
        assert.deepEqual([...fragment.keys()].sort(), [
          'access_token',
          'expires_in',
          'iss',
          'scope',
          'state',
          'token_type',
        ]);
        assert.deepEqual([fragment.get('token_type'), fragment.get('state')], ['bearer', 'a state']);
        const found = await server.oauth.findPrincipal(fragment.get('access_token') ?? '');
        assert.partialDeepStrictEqual(found, { person: { id: person.id }, clientId: client.clientId });
      });
    }

    it('303 with an error for a client not registered for it, such as the bff', async () => {
      const { server, bff, program } = desk();
      for (const client of [bff, program]) {
        const page = await createFormBrowser().open(authorizationUrl({ server, client, parameters: token }, ''));
        const fragment = new URLSearchParams(new URL(page.location ?? '').hash.slice(1));
        assert.ok(page.location?.startsWith(client.redirectUri));
        assert.equal(fragment.get('error'), 'invalid_request');
        assert.equal(fragment.get('access_token'), null);
      }
    });

    it('303 with an error for response_mode=query', async () => {
      const { server, database } = desk();
      const client = await addClient(database, { kind: 'implicit' });
      const parameters = { ...token, response_mode: 'query' };
      const page = await createFormBrowser().open(authorizationUrl({ server, client, parameters }, ''));
      assert.match(page.location ?? '', /error=invalid_request/);
      assert.doesNotMatch(page.location ?? '', /access_token/);
    });

    it('400 at the token endpoint for its client, which gets no code either', async () => {
      const { server, database } = desk();
      const client = await addClient(database, { kind: 'implicit' });
      const page = await createFormBrowser().open(authorizationUrl({ server, client }, 'x'.repeat(43)));
      assert.match(page.location ?? '', /error=invalid_request/);
      const { status, body } = await postAsClient(server, client, { grant_type: 'refresh_token', refresh_token: 'x' });
      assert.deepEqual([status, body.error, body.code], [400, 'unauthorized_client', 40013]);
    });

    it('303 with an error for response_mode=form_post, which would need a script', async () => {
      const { server, bff } = desk();
      const url = authorizationUrl({ server, client: bff, parameters: { response_mode: 'form_post' } }, 'x');
      assert.match((await createFormBrowser().open(url)).location ?? '', /error=unsupported_response_mode/);
    });
  });
});
