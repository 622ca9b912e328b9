import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { loadKeys, rotateKeys } from './keys.ts';
import { createBrowser } from './testing/browser.ts';
import { authorizationUrl, createVerifier, signIn } from './testing/code-flow.ts';
import { forEachDesk } from './testing/for-each-desk.ts';

forEachEngine((database, openAgain) => {
  describe('keys', () => {
    it('are made once, however many processes start at the same time', async () => {
      const other = openAgain();
      const now = Date.now();
      const loaded = await Promise.all([database(), other, database(), other].map(each => loadKeys(each, now)));
      assert.equal(new Set(loaded.map(({ fingerprint }) => fingerprint)).size, 1);
      await other.close();
    });

    it('a new one is published before it signs, and old ones stay for a while', async () => {
      const now = Date.now() + 3_600_000;
      const before = await loadKeys(database(), now);
      const { kid } = await rotateKeys(database(), now);
      const soon = await loadKeys(database(), now + 1000);
      assert.deepEqual(
        soon.signing.map(key => key.kid),
        [before.signing[0]?.kid, kid],
      );
      const later = await loadKeys(database(), now + 180_000);
      assert.deepEqual(
        later.signing.map(key => key.kid),
        [kid, before.signing[0]?.kid],
      );
      assert.deepEqual(later.cookies.slice(1), before.cookies);
      for (let n = 1; n < 4; n++) await rotateKeys(database(), now + n);
      const { signing, cookies } = await loadKeys(database(), now + 360_000);
      assert.deepEqual([signing.length, cookies.length], [3, 3]);
    });
  });
});

forEachDesk(desk => {
  describe('desk keys rotate', () => {
    it('is taken up by a running server and leaves a sign-in under way alone', async () => {
      const { server, database, person, bff, clock } = desk();
      const browser = createBrowser();
      const flow = { server, person, client: bff, browser };
      await signIn(flow);
      const kids = async () => {
        const { keys } = (await (await fetch(`${server.url}/oauth/jwks`)).json()) as { keys: { kid: string }[] };
        return keys.map(({ kid }) => kid);
      };
      const [old] = await kids();
      const { kid } = await rotateKeys(database, clock.now());
      await server.oauth.sweep();
      assert.deepEqual(await kids(), [old, kid]);

      clock.pass(180_000);
      await server.oauth.sweep();
      const page = await browser.open(authorizationUrl(flow, createVerifier().challenge));
      assert.ok(page.location?.startsWith(bff.redirectUri), 'the cookie the old key signed is still taken');
      const { id_token } = await signIn({ ...flow, parameters: { scope: 'openid tickets:read' } });
      const header = JSON.parse(Buffer.from(id_token?.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
      assert.equal(header.kid, kid);
    });
  });
});
