import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { forEachEngine } from '../../testing/engines.ts';
import { type BrowserPage, createFormBrowser } from '../testing/browser.ts';
import {
  authorizationUrl,
  authorize,
  createVerifier,
  exchangeCode,
  isSignInPage,
  obtainTokens,
  openConsentPage,
  refreshTokens,
  submitConsent,
  submitSignIn,
} from '../testing/code-flow.ts';
import { forEachDesk } from '../testing/for-each-desk.ts';
import type { TestServer } from '../testing/oauth-server.ts';
import { listKeys, loadKeys, rotateKeys } from './keys.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

forEachEngine((database, openAgain) => {
  describe('keys', () => {
    it('are created once by processes that start at the same time', async () => {
      const other = openAgain();
      const now = Date.now();
      const loaded = await Promise.all([database(), other, database(), other].map(each => loadKeys(each, now)));
      assert.equal(new Set(loaded.map(({ fingerprint }) => fingerprint)).size, 1);
      await other.close();
    });

    it('are published, then sign, and finally only verify, for ID tokens and cookies', async () => {
      const now = Date.now() + 60 * minute;
      const before = await loadKeys(database(), now);
      const { kid } = await rotateKeys(database(), now);
      const loadAt = async (at: number) => {
        const { signing, cookies } = await loadKeys(database(), at);
        return { kids: signing.map(key => key.kid), cookies };
      };
      const states = async (at: number) =>
        (await listKeys(database().read, at)).map(({ state, since }) => [state, since]);
      const [old, first] = [before.signing[0]?.kid, (await listKeys(database().read, now)).at(-1)?.createdAt];

      const soon = await loadAt(now + 1000);
      assert.deepEqual([soon.kids, soon.cookies[0], soon.cookies.length], [[old, kid], before.cookies[0], 2]);
      const atFirst = [
        ['published', now],
        ['signing', first],
      ];
      assert.deepEqual(await states(now + 1000), [...atFirst, ...atFirst]);
      assert.deepEqual(await loadAt(now + 3 * minute), { kids: [kid, old], cookies: soon.cookies.toReversed() });
      const later = ['signing', 'verifying'].map(state => [state, now + 2 * minute]);
      assert.deepEqual(await states(now + 3 * minute), [...later, ...later]);
    });

    it('keep the signing key through many rotations until the newest key has been published long enough', async () => {
      const now = Date.now() + 10 * day;
      const [signer] = (await loadKeys(database(), now)).signing;
      for (let n = 0; n < 5; n++) await rotateKeys(database(), now + n);
      assert.equal((await loadKeys(database(), now + minute)).signing[0]?.kid, signer?.kid);
      const kids = (await loadKeys(database(), now + 3 * minute)).signing.map(({ kid }) => kid);
      assert.equal(kids[0], (await listKeys(database().read, now))[0]?.kid);
      assert.ok(kids.includes(signer?.kid), 'the old key still verifies');
    });

    it('are deleted by the first rotation more than a day after their last signature', async () => {
      const now = Date.now() + 20 * day;
      const counts: number[] = [];
      for (const at of [now, now + day, now + day + 3 * minute]) {
        await rotateKeys(database(), at);
        counts.push((await listKeys(database().read, now)).length);
      }
      assert.deepEqual(counts, [4, 6, 6], 'at first the signing and the new key of each use');
    });
  });
});

forEachDesk(desk => {
  describe('desk keys rotate', () => {
    const getKeyIds = async ({ url }: TestServer) => {
      const { keys } = (await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    const verify = async (idToken = '') => {
      const { server, program } = desk();
      const keys = createRemoteJWKSet(new URL(`${server.url}/oauth/jwks`));
      const { protectedHeader } = await jwtVerify(idToken, keys, { issuer: server.url, audience: program.clientId });
      return protectedHeader.kid;
    };
    /** Starts every kind of flow; the returned function completes and checks them. */
    const startFlows = async () => {
      const { server, person, program: client } = desk();
      const flow = { server, person, client, parameters: { scope: 'openid tickets:read' } };
      const browser = createFormBrowser();
      const tokens = await obtainTokens({ ...flow, browser });
      const code = await authorize(flow);
      const atForm = { browser: createFormBrowser(), ...createVerifier() };
      const url = authorizationUrl(flow, atForm.challenge);
      const form = await atForm.browser.follow(url, client.redirectUri);
      const atConsent = await openConsentPage(flow);

      const allow = async (at: { browser: typeof browser; verifier: string }, page: BrowserPage) => {
        const { location } = await submitConsent(at.browser, page, client);
        const response = await exchangeCode(flow, { back: new URL(location ?? ''), verifier: at.verifier });
        assert.equal(response.status, 200);
      };
      return async () => {
        const principal = await server.oauth.findPrincipal(tokens.access_token);
        assert.partialDeepStrictEqual(principal, { clientId: client.clientId });
        const renewed = await refreshTokens(flow, tokens.refresh_token);
        assert.equal(renewed.status, 200);
        assert.equal((await exchangeCode(flow, code)).status, 200);
        assert.ok(!isSignInPage(await browser.follow(url, client.redirectUri)));
        await allow(atForm, await submitSignIn(atForm.browser, form, person, client));
        await allow(atConsent, atConsent.page);
        return { before: await verify(tokens.id_token), now: await verify(renewed.body.id_token) };
      };
    };

    it('breaks no flow when the new key is published or starts to sign', async () => {
      const { server, database, clock } = desk();
      const finish = [await startFlows(), await startFlows(), await startFlows()] as const;
      const [old = ''] = await getKeyIds(server);
      const { kid } = await rotateKeys(database, clock.now());
      assert.deepEqual(await finish[0](), { before: old, now: old }, 'not loaded yet');
      clock.advance(minute);
      assert.deepEqual(await getKeyIds(server), [old, kid]);
      assert.deepEqual(await finish[1](), { before: old, now: old }, 'published');
      clock.advance(3 * minute);
      assert.deepEqual(await getKeyIds(server), [kid, old]);
      assert.deepEqual(await finish[2](), { before: old, now: kid }, 'signing');
    });

    it('breaks no sign-in that moves to a server without the new keys', async context => {
      const { server, database, clock, person, program: client, startSecondServer } = desk();
      // The second server reads the keys half a minute after the first.
      clock.advance(minute / 2);
      const secondServer = await startSecondServer();
      context.after(() => secondServer.close());
      await rotateKeys(database, clock.now());
      clock.advance(minute / 2);
      const browser = createFormBrowser();
      const { verifier, challenge } = createVerifier();
      const onOther = (address: string | null) => (address ?? '').replace(server.url, secondServer.url);
      const form = await browser.follow(authorizationUrl({ server, client }, challenge), client.redirectUri);
      const sent = await browser.submit({ ...form, url: onOther(form.url) }, person);
      const consent = await browser.follow(onOther(sent.location), client.redirectUri);
      const allowed = await browser.submit(consent, { decision: 'allow' });
      const { location } = await browser.follow(onOther(allowed.location), client.redirectUri);
      const back = new URL(location ?? '');
      assert.equal((await exchangeCode({ server: secondServer, client }, { back, verifier })).status, 200);
    });
  });
});
