import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { createFormBrowser } from './oauth/testing/browser.ts';
import { createUpstreamDesk } from './oauth/testing/upstream-desk.ts';
import { forEachApi } from './testing/api.ts';

const rejected = 'You are not signed in';
const invalid = 'This sign-in is not valid';

forEachApi(api => {
  const desk = createUpstreamDesk(api);
  const { openSignIn, continueWith, signIn, tryToSignIn, setProvider, addPerson, listIdentities, use } = desk;

  describe('a sign-in at an identity provider', () => {
    it('redirects with code, PKCE, state and nonce, whose values the cookie does not reveal', async () => {
      const { browser, page } = await openSignIn();
      const { location } = await continueWith(browser, page, desk.upstream.issuer);
      const { origin, searchParams } = new URL(location ?? '');
      assert.equal(origin, desk.upstream.issuer);
      assert.partialDeepStrictEqual(Object.fromEntries(searchParams), {
        ...{ response_type: 'code', client_id: 'the-desk', scope: 'openid email profile' },
        ...{ code_challenge_method: 'S256', redirect_uri: `${api().url}/oauth/upstream/main/callback` },
      });
      const cookie = browser.cookies.find(({ name }) => name === 'stardesk_upstream');
      assert.equal(cookie?.path, '/oauth/upstream');
      for (const name of ['state', 'nonce', 'code_challenge']) {
        const value = searchParams.get(name) ?? '';
        assert.ok(value.length >= 43 && !cookie?.value.includes(value), name);
      }
    });

    it('rejects a different issuer, audience or nonce, a missing claim and an expired token', async () => {
      const person = await addPerson();
      for (const change of [
        { iss: desk.other.issuer },
        { iss: undefined },
        { aud: 'another client' },
        { nonce: undefined },
        { nonce: 'another' },
        { sub: undefined },
        { exp: 1 },
      ]) {
        use({ email: person.email });
        desk.upstream.changeIdToken = claims => ({ ...claims, ...change });
        assert.equal(await tryToSignIn(), rejected, JSON.stringify(change));
      }
      assert.deepEqual(await listIdentities(person), []);
    });

    it('rejects a different state, code, issuer, provider or browser, and a repeated or late callback', async () => {
      await setProvider({}, desk.other, 'other');
      const person = await addPerson();
      use({ email: person.email });
      const start = async () => {
        const { browser, page } = await openSignIn();
        const { location } = await continueWith(browser, page, `${api().url}/oauth/upstream`);
        return { browser, callback: new URL(location ?? '') };
      };
      for (const [name, value] of [
        ['state', 'x'.repeat(43)],
        ['code', 'x'.repeat(43)],
        ['iss', desk.other.issuer],
      ] as const) {
        const { browser, callback } = await start();
        callback.searchParams.set(name, value);
        assert.match((await browser.open(callback)).text, new RegExp(rejected), name);
      }
      const { browser, callback } = await start();
      assert.match((await createFormBrowser().open(callback)).text, new RegExp(invalid));
      const elsewhere = callback.href.replace('/main/', '/other/');
      assert.match((await browser.open(elsewhere)).text, new RegExp(invalid));
      const again = await start();
      assert.equal((await again.browser.open(again.callback)).status, 303);
      assert.match((await again.browser.open(again.callback)).text, new RegExp(invalid));
      const late = await start();
      api().clock.advance(600_001);
      assert.match((await late.browser.open(late.callback)).text, new RegExp(invalid));
    });

    it('shows the reason if the provider declines, rejects the client or does not respond', async () => {
      use({});
      const { browser, page } = await openSignIn();
      const { location } = await continueWith(browser, page, `${api().url}/oauth/upstream`);
      const declined = new URL(location ?? '');
      declined.searchParams.delete('code');
      declined.searchParams.set('error', 'access_denied');
      const { status, text } = await browser.open(declined);
      assert.equal(status, 400);
      assert.match(text, /Tallywright Login did not complete the sign-in \(access_denied\)/);
      await setProvider({ client_secret: 'another secret' });
      assert.match((await signIn()).page.text, /\(invalid_client\)/);
      await setProvider({ issuer: `http://127.0.0.1:${await findFreePort()}` });
      assert.match((await signIn()).page.text, /\(ECONNREFUSED\)/);
    });
  });
});
