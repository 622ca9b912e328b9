import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as client from 'openid-client';
import { withApi } from '../../testing/api.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { signInAndDecide } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createOpenIdClient, type OpenIdClient } from '../testing/openid-client.ts';

withApi(api => {
  describe('openid-client', () => {
    let person: TestPerson;
    let use: OpenIdClient;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
      use = createOpenIdClient(api().url, person);
    });

    it('signs in with openid, refreshes, introspects, revokes and signs out, as the bff does', async () => {
      const bff = await addBffClient(api().database);
      const settings = await use.discover(bff, undefined, client.ClientSecretBasic(bff.clientSecret));
      const nonce = client.randomNonce();
      const { url, checks } = await use.start(settings, bff, { scope: 'openid people:read', nonce });
      const browser = createFormBrowser();
      const back = await signInAndDecide(url, { client: bff, person, browser });
      const tokens = await client.authorizationCodeGrant(settings, back, {
        ...checks,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      assert.equal(tokens.claims()?.sub, person.id);
      assert.equal(tokens.token_type, 'bearer');
      assert.equal(await use.whoAmI(settings, tokens.access_token), person.email);

      const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');
      assert.equal((await client.tokenIntrospection(settings, renewed.access_token)).active, true);
      await client.tokenRevocation(settings, renewed.refresh_token ?? '');
      assert.equal((await client.tokenIntrospection(settings, renewed.access_token)).active, false);
      await assert.rejects(client.refreshTokenGrant(settings, renewed.refresh_token ?? ''), { error: 'invalid_grant' });

      const end = client.buildEndSessionUrl(settings, { post_logout_redirect_uri: 'http://localhost:3000/' });
      assert.equal((await browser.open(end)).location, 'http://localhost:3000/');
    });

    it('signs in to a public client with PKCE and consent, and refreshes', async () => {
      const registered = await addClient(api().database, { kind: 'public', scopes: ['people:read'] });
      const settings = await use.discover(registered, undefined, client.None());
      const tokens = await use.signIn(settings, registered);
      const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');
      assert.equal(await use.whoAmI(settings, renewed.access_token), person.email);
      await client.tokenRevocation(settings, renewed.refresh_token ?? '');
      await assert.rejects(use.whoAmI(settings, renewed.access_token), client.WWWAuthenticateChallengeError);
    });

    it('signs in to a confidential client with the secret in the form', async () => {
      const registered = await addClient(api().database);
      const settings = await use.discover(registered, registered.clientSecret ?? '');
      const tokens = await use.signIn(settings, registered);
      assert.equal(tokens.scope, 'people:read');
      assert.equal(await use.whoAmI(settings, tokens.access_token), person.email);
    });

    it('is rejected at a refresh token’s second use, then for all tokens of the sign-in', async () => {
      const registered = await addClient(api().database);
      const settings = await use.discover(registered, registered.clientSecret ?? '');
      const first = await use.signIn(settings, registered);
      const second = await client.refreshTokenGrant(settings, first.refresh_token ?? '');
      for (const { refresh_token } of [first, second]) {
        const rejected = client.refreshTokenGrant(settings, refresh_token ?? '');
        await assert.rejects(rejected, (error: unknown) => {
          assert.ok(error instanceof client.ResponseBodyError);
          assert.deepEqual([error.status, error.error], [400, 'invalid_grant']);
          return true;
        });
      }
      await assert.rejects(use.whoAmI(settings, second.access_token), { status: 401 });
    });
  });
});
