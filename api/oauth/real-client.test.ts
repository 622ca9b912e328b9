import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as client from 'openid-client';
import { createBrowser } from './testing/browser.ts';
import { forEachDesk } from './testing/for-each-desk.ts';

forEachDesk(desk => {
  describe('openid-client', () => {
    it('discovers the server, signs in with openid, refreshes, introspects, revokes and signs out', async () => {
      const { server, person, bff } = desk();
      const settings = await client.discovery(
        new URL(server.url),
        bff.clientId,
        undefined,
        client.ClientSecretBasic(bff.clientSecret),
        { execute: [client.allowInsecureRequests] },
      );
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(settings, {
        redirect_uri: bff.redirectUri,
        scope: 'openid tickets:read',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });

      const browser = createBrowser();
      const form = await browser.follow(url, bff.redirectUri);
      const sent = await browser.submit(form, { email: person.email, password: person.password });
      const { location } = await browser.follow(sent.location ?? '', bff.redirectUri);
      const tokens = await client.authorizationCodeGrant(settings, new URL(location ?? ''), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      assert.equal(tokens.claims()?.sub, person.id);
      assert.equal(tokens.token_type, 'bearer');

      const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');
      assert.equal((await client.tokenIntrospection(settings, renewed.access_token)).active, true);
      await client.tokenRevocation(settings, renewed.refresh_token ?? '');
      assert.equal((await client.tokenIntrospection(settings, renewed.access_token)).active, false);
      await assert.rejects(client.refreshTokenGrant(settings, renewed.refresh_token ?? ''), { error: 'invalid_grant' });

      const end = client.buildEndSessionUrl(settings, { post_logout_redirect_uri: 'http://localhost:3000/' });
      assert.equal((await browser.open(end)).location, 'http://localhost:3000/');
    });
  });
});
