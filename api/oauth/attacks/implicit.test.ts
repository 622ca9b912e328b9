import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, type CodeFlow, obtainTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const withoutChallenge = { code_challenge: undefined, code_challenge_method: undefined };
const responseTypes = [
  'token',
  'token token',
  'code token',
  'token code',
  'id_token token',
  'TOKEN',
  'token\t',
  'none token',
];
const scope = 'openid tickets:read';

withDesk(desk => {
  let browser: FormBrowser;
  let implicitClient: CodeFlow['client'];
  let otherClients: CodeFlow['client'][];
  /** Signs the person in and consents for each client, so that a bug would return a token immediately. */
  before(async () => {
    const { server, person, bff, program, database } = desk();
    browser = createFormBrowser();
    implicitClient = await addClient(database, { kind: 'implicit' });
    otherClients = [bff, program, await addClient(database, { kind: 'public' })];
    for (const client of otherClients) await obtainTokens({ server, person, client, browser });
    const parameters = { response_type: 'token', scope, ...withoutChallenge };
    await authorize({ server, person, client: implicitClient, browser, parameters });
  });

  const getRedirect = async (client: CodeFlow['client'], parameters: Record<string, string | undefined>) => {
    const url = authorizationUrl({ server: desk().server, client, parameters });
    const { location } = await browser.open(url);
    const { origin, pathname, search, hash } = new URL(location ?? '');
    assert.equal(origin + pathname, client.redirectUri);
    return { query: new URLSearchParams(search), fragment: new URLSearchParams(hash.slice(1)) };
  };

  it('a client that is not registered for the implicit grant gets an error without a token or code', async () => {
    for (const client of otherClients) {
      for (const response_type of responseTypes) {
        for (const parameters of [{ response_type }, { response_type, ...withoutChallenge }]) {
          const { query, fragment } = await getRedirect(client, parameters);
          for (const each of [query, fragment])
            assert.ok(!each.has('access_token') && !each.has('code'), response_type);
          assert.ok(query.has('error') || fragment.has('error'));
        }
      }
    }
  });

  describe('a client registered for the implicit grant', () => {
    it('gets a token only in the fragment, and an error for any other response_mode', async () => {
      for (const response_mode of ['fragment', 'query', 'form_post', 'web_message', 'fragment.jwt', 'FRAGMENT']) {
        const parameters = { response_type: 'token', scope, response_mode, ...withoutChallenge };
        const { query, fragment } = await getRedirect(implicitClient, parameters);
        const isSupported = response_mode === 'fragment';
        assert.equal(query.has('access_token'), false, response_mode);
        assert.equal(fragment.has('access_token'), isSupported, response_mode);
        assert.ok(isSupported || query.has('error') || fragment.has('error'), response_mode);
        if (!isSupported) continue;
        const { access_token, ...others } = Object.fromEntries(fragment);
        assert.deepEqual(Object.keys(others).sort(), ['expires_in', 'iss', 'scope', 'state', 'token_type']);
        assert.deepEqual([others['token_type'], others['state']], ['bearer', 'a state']);
        const found = await desk().server.oauth.findPrincipal(access_token ?? '');
        assert.partialDeepStrictEqual(found, { person: { id: desk().person.id }, clientId: implicitClient.clientId });
      }
    });

    it('gets no refresh token, ID token or code with any response_type', async () => {
      for (const response_type of [...responseTypes, 'code', 'id_token']) {
        const parameters = { response_type, scope: `${scope} offline_access`, nonce: 'n' };
        const { query, fragment } = await getRedirect(implicitClient, parameters);
        for (const each of [query, fragment]) {
          for (const name of ['refresh_token', 'id_token', 'code']) assert.equal(each.get(name), null, response_type);
        }
      }
    });
  });
});
