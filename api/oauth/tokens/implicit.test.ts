import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, type CodeFlow, postAsClient } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const token = { response_type: 'token', code_challenge: undefined, code_challenge_method: undefined };

withDesk(desk => {
  describe('the implicit grant', () => {
    let page: CodeFlow['client'];
    before(async () => {
      page = await addClient(desk().database, { kind: 'implicit' });
    });

    for (const redirectUri of ['https://page.example/take', 'http://localhost:4000/v1/docs/oauth2-redirect.html']) {
      it(`303 with the token only in the fragment, and no refresh token: ${redirectUri}`, async () => {
        const { server, database, person } = desk();
        const client = await addClient(database, { kind: 'implicit', redirectUris: [redirectUri] });
        const { back } = await authorize({ server, person, client, parameters: token });
        assert.equal(back.search, '');
        const { access_token, ...others } = Object.fromEntries(new URLSearchParams(back.hash.slice(1)));
        assert.deepEqual(Object.keys(others).sort(), ['expires_in', 'iss', 'scope', 'state', 'token_type']);
        assert.deepEqual([others['token_type'], others['state']], ['bearer', 'a state']);
        const found = await server.oauth.findPrincipal(access_token ?? '');
        assert.partialDeepStrictEqual(found, { person: { id: person.id }, clientId: client.clientId });
      });
    }

    const rejected: [title: string, client: () => CodeFlow['client'], parameters: object, error: string][] = [
      ['the bff, which is not registered for it', () => desk().bff, token, 'invalid_request'],
      ['another client not registered for it', () => desk().program, token, 'invalid_request'],
      ['response_mode=query', () => page, { ...token, response_mode: 'query' }, 'invalid_request'],
      ['a code for its client', () => page, {}, 'invalid_request'],
      ['form_post, which needs a script', () => page, { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ];
    for (const [title, getClient, parameters, error] of rejected) {
      it(`303 with ${error} for ${title}`, async () => {
        const url = authorizationUrl(
          { server: desk().server, client: getClient(), parameters: { ...parameters } },
          'x',
        );
        const location = (await createFormBrowser().open(url)).location ?? '';
        assert.ok(location.startsWith(getClient().redirectUri));
        assert.match(location, new RegExp(`[?#]error=${error}&`));
        assert.doesNotMatch(location, /access_token|code=/);
      });
    }

    it('400 at the token endpoint for its client', async () => {
      const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
      const { status, body } = await postAsClient(desk().server, page, fields);
      assert.deepEqual([status, body.error, body.code], [400, 'unauthorized_client', 40013]);
    });
  });
});
