import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Browser, createBrowser } from '../testing/browser.ts';
import { authorizationUrl, authorize, createVerifier, type Flow, signIn } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient } from '../testing/server.ts';

const withoutCode = { code_challenge: undefined, code_challenge_method: undefined };
const types = ['token', 'token token', 'code token', 'token code', 'id_token token', 'TOKEN', 'token\t', 'none token'];
const scope = 'openid tickets:read';
const modes = [undefined, 'fragment', 'query', 'form_post', 'web_message', 'fragment.jwt', 'FRAGMENT'];

withDesk(desk => {
  let browser: Browser;
  let clients: Record<string, Flow['client']>;
  /** Somebody who is signed in and has allowed everything before: a mistake would be answered with a token at once. */
  before(async () => {
    const { server, person, bff, program, database } = desk();
    browser = createBrowser();
    const open = await addClient(database, { kind: 'public' });
    const page = await addClient(database, { kind: 'implicit' });
    const asked = { response_type: 'token', scope };
    clients = { 'the bff': bff, 'a program': program, 'a public client': open, 'a page': page };
    for (const client of [bff, program, open]) await signIn({ server, person, client, browser });
    await authorize({ server, person, client: page, browser, parameters: { ...asked, ...withoutCode } });
  });

  const answerTo = async (name: string, parameters: Record<string, string | undefined>) => {
    const client = clients[name] ?? assert.fail();
    const asked = authorizationUrl({ server: desk().server, client, parameters }, createVerifier().challenge);
    const { location } = await browser.open(asked);
    const { origin, pathname, search, hash } = new URL(location ?? '');
    assert.equal(origin + pathname, client.redirectUri);
    return { query: new URLSearchParams(search), fragment: new URLSearchParams(hash.slice(1)) };
  };

  for (const name of ['the bff', 'a program', 'a public client']) {
    it(`no token in any answer to ${name}, which was not registered for it, whatever is asked for`, async () => {
      for (const response_type of types) {
        for (const parameters of [{ response_type }, { response_type, ...withoutCode }]) {
          const { query, fragment } = await answerTo(name, parameters);
          for (const each of [query, fragment])
            assert.ok(!each.has('access_token') && !each.has('code'), response_type);
          assert.ok(query.has('error') || fragment.has('error'));
        }
      }
    });
  }

  describe('a page that was registered for it', () => {
    it('gets a token in the fragment or nothing, in whatever way it asks to be answered', async () => {
      for (const response_mode of modes) {
        const { query, fragment } = await answerTo('a page', {
          response_type: 'token',
          scope,
          response_mode,
          ...withoutCode,
        });
        const isUsual = response_mode === undefined || response_mode === 'fragment';
        assert.equal(query.has('access_token'), false, response_mode);
        assert.equal(fragment.has('access_token'), isUsual, response_mode);
        assert.ok(isUsual || query.has('error') || fragment.has('error'), response_mode);
      }
    });

    it('gets neither a refresh token, nor an ID token, nor a code, whatever it asks for', async () => {
      for (const response_type of [...types, 'code', 'id_token']) {
        const parameters = { response_type, scope: `${scope} offline_access`, nonce: 'n' };
        const { query, fragment } = await answerTo('a page', parameters);
        for (const each of [query, fragment]) {
          for (const member of ['refresh_token', 'id_token', 'code'])
            assert.equal(each.get(member), null, response_type);
        }
      }
    });
  });
});
