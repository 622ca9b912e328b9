import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as client from 'openid-client';
import { withApi } from '../../testing/api.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { signInAndDecide } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createOpenIdClient, type OpenIdClient } from '../testing/openid-client.ts';

const methods = [
  ['client_secret_basic', 'confidential', client.ClientSecretBasic],
  ['client_secret_post', 'confidential', client.ClientSecretPost],
  ['none', 'public', client.None],
] as const;

withApi(api => {
  describe('openid-client', () => {
    let person: TestPerson;
    let openIdClient: OpenIdClient;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
      openIdClient = createOpenIdClient(api().url, person);
    });

    for (const [method, kind, authenticate] of methods) {
      it(`signs in, and uses, refreshes, introspects and revokes its tokens with ${method}`, async () => {
        const registered = await addClient(api().database, { kind });
        const settings = await openIdClient.discover(
          registered,
          undefined,
          authenticate(registered.clientSecret ?? ''),
        );
        const tokens = await openIdClient.signIn(settings, registered);
        assert.deepEqual([tokens.token_type, tokens.scope, tokens.expires_in], ['bearer', 'people:read', 600]);
        const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');
        for (const { access_token } of [tokens, renewed]) {
          assert.equal(await openIdClient.findEmail(settings, access_token), person.email);
        }
        const introspect = () => client.tokenIntrospection(settings, renewed.access_token);
        assert.partialDeepStrictEqual(await introspect(), { active: true, client_id: registered.clientId });
        await client.tokenRevocation(settings, renewed.refresh_token ?? '');
        assert.deepEqual(await introspect(), { active: false });
        await assert.rejects(
          openIdClient.findEmail(settings, renewed.access_token),
          client.WWWAuthenticateChallengeError,
        );
        const rejected = client.refreshTokenGrant(settings, renewed.refresh_token ?? '');
        await assert.rejects(rejected, { name: 'ResponseBodyError', status: 400, error: 'invalid_grant' });
      });
    }

    it('accepts the signature, nonce and times of an ID token; signs out as the bff does', async () => {
      const bff = await addBffClient(api().database);
      const settings = await openIdClient.discover(bff, undefined, client.ClientSecretBasic(bff.clientSecret));
      client.enableNonRepudiationChecks(settings);
      const expectedNonce = client.randomNonce();
      const parameters = { scope: 'openid people:read', nonce: expectedNonce };
      const { url, checks } = await openIdClient.startAuthorization(settings, bff, parameters);
      const browser = createFormBrowser();
      const back = await signInAndDecide(url, { client: bff, person, browser });
      const allChecks = { ...checks, expectedNonce, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(settings, back, allChecks);
      assert.equal(tokens.claims()?.sub, person.id);
      const end = client.buildEndSessionUrl(settings, { post_logout_redirect_uri: 'http://localhost:3000/' });
      assert.equal((await browser.open(end)).location, 'http://localhost:3000/');
    });
  });
});
