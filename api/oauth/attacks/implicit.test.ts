import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createFormBrowser, type FormBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, type CodeFlow, createVerifier, obtainTokens } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/oauth-server.ts';

const withoutCode = { code_challenge: undefined, code_challenge_method: undefined };
const types = ['token', 'token token', 'code token', 'token code', 'id_token token', 'TOKEN', 'token\t', 'none token'];
const scope = 'openid tickets:read';
const modes = [undefined, 'fragment', 'query', 'form_post', 'web_message', 'fragment.jwt', 'FRAGMENT'];

withDesk(desk => {
  let browser: FormBrowser;
  let clients: Record<string, CodeFlow['client']>;
  /** The person is signed in and has consented before, so that a bug would return a token immediately. */
  before(async () => {
    const { server, person, bff, program, database } = desk();
    browser = createFormBrowser();
    const open = await addClient(database, { kind: 'public' });
    const page = await addClient(database, { kind: 'implicit' });
    const requested = { response_type: 'token', scope };
    clients = { 'the bff': bff, 'a program': program, 'a public client': open, 'a page': page };
    for (const client of [bff, program, open]) await obtainTokens({ server, person, client, browser });
    await authorize({ server, person, client: page, browser, parameters: { ...requested, ...withoutCode } });
  });

  const getRedirect = async (name: string, parameters: Record<string, string | undefined>) => {
    const client = clients[name] ?? assert.fail();
    const url = authorizationUrl({ server: desk().server, client, parameters }, createVerifier().challenge);
    const { location } = await browser.open(url);
    const { origin, pathname, search, hash } = new URL(location ?? '');
    assert.equal(origin + pathname, client.redirectUri);
    return { query: new URLSearchParams(search), fragment: new URLSearchParams(hash.slice(1)) };
  };

  for (const name of ['the bff', 'a program', 'a public client']) {
    it(`no token for ${name}, which is not registered for it, regardless of the request`, async () => {
      for (const response_type of types) {
        for (const parameters of [{ response_type }, { response_type, ...withoutCode }]) {
          const { query, fragment } = await getRedirect(name, parameters);
          for (const each of [query, fragment])
            assert.ok(!each.has('access_token') && !each.has('code'), response_type);
          assert.ok(query.has('error') || fragment.has('error'));
        }
      }
    });
  }

  describe('a page registered for the implicit grant', () => {
    it('gets a token only in the fragment, regardless of response_mode', async () => {
      for (const response_mode of modes) {
        const { query, fragment } = await getRedirect('a page', {
          response_type: 'token',
          scope,
          response_mode,
          ...withoutCode,
        });
        const isSupported = response_mode === undefined || response_mode === 'fragment';
        assert.equal(query.has('access_token'), false, response_mode);
        assert.equal(fragment.has('access_token'), isSupported, response_mode);
        assert.ok(isSupported || query.has('error') || fragment.has('error'), response_mode);
      }
    });

    it('gets no refresh token, ID token or code, regardless of the request', async () => {
      for (const response_type of [...types, 'code', 'id_token']) {
        const parameters = { response_type, scope: `${scope} offline_access`, nonce: 'n' };
        const { query, fragment } = await getRedirect('a page', parameters);
        for (const each of [query, fragment]) {
          for (const member of ['refresh_token', 'id_token', 'code'])
            assert.equal(each.get(member), null, response_type);
        }
      }
    });
  });
});
