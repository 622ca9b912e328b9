import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { withApi } from '../../testing/api.ts';
import { signInAndDecide } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

const overHttp = { [oauth.allowInsecureRequests]: true };

const methods = [
  { kind: 'confidential', name: 'client_secret_basic', authenticate: oauth.ClientSecretBasic },
  { kind: 'confidential', name: 'client_secret_post', authenticate: oauth.ClientSecretPost },
  { kind: 'public', name: 'none', authenticate: oauth.None },
] as const;

withApi(api => {
  describe('oauth4webapi', () => {
    let person: TestPerson;
    let server: oauth.AuthorizationServer;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
      const issuer = new URL(api().url);
      const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...overHttp });
      server = await oauth.processDiscoveryResponse(issuer, response);
    });

    const use = async (token: string) => {
      const address = new URL(`${api().url}/v1/people/me`);
      return oauth.protectedResourceRequest(token, 'GET', address, new Headers(), null, overHttp);
    };

    type Registered = Awaited<ReturnType<typeof addClient>>;

    /** Sends a person to sign in, and validates the redirect back. */
    const signIn = async ({ clientId, redirectUri }: Registered, scope: string, decision?: 'cancel') => {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const nonce = oauth.generateRandomNonce();
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(scope === 'openid' && { nonce }),
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const url = `${server.authorization_endpoint}?${new URLSearchParams(query)}`;
      const back = await signInAndDecide(url, { client: { redirectUri }, person }, decision);
      const parameters = oauth.validateAuthResponse(server, { client_id: clientId }, back, state);
      return { exchange: [parameters, redirectUri, verifier, overHttp] as const, nonce };
    };

    for (const { kind, name, authenticate } of methods) {
      it(`accepts every response from discovery to revocation: ${name}`, async () => {
        const registered = await addClient(api().database, { kind });
        const client = { client_id: registered.clientId };
        const credentials = [server, client, authenticate(registered.clientSecret ?? '')] as const;
        const { exchange } = await signIn(registered, 'people:read');
        const exchanged = await oauth.authorizationCodeGrantRequest(...credentials, ...exchange);
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
        assert.deepEqual([tokens.token_type, tokens.scope, tokens.expires_in], ['bearer', 'people:read', 600]);
        assert.equal((await use(tokens.access_token)).status, 200);

        const refreshed = await oauth.refreshTokenGrantRequest(...credentials, tokens.refresh_token ?? '', overHttp);
        const renewed = await oauth.processRefreshTokenResponse(server, client, refreshed);
        const introspect = async () => {
          const response = await oauth.introspectionRequest(...credentials, renewed.access_token, overHttp);
          return oauth.processIntrospectionResponse(server, client, response);
        };
        assert.partialDeepStrictEqual(await introspect(), { active: true, client_id: client.client_id });
        const revoked = await oauth.revocationRequest(...credentials, renewed.refresh_token ?? '', overHttp);
        assert.equal(await oauth.processRevocationResponse(revoked), undefined);
        assert.deepEqual(await introspect(), { active: false });
        await assert.rejects(use(renewed.access_token), oauth.WWWAuthenticateChallengeError);
      });
    }

    it('accepts the signature, nonce and times of an ID token', async () => {
      const registered = await addClient(api().database, { kind: 'public' });
      const client = { client_id: registered.clientId };
      const { exchange, nonce } = await signIn(registered, 'openid');
      const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), ...exchange);
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce });
      await oauth.validateApplicationLevelSignature(server, response, overHttp);
      assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, person.id);
    });

    it('recognizes the errors of the authorization and token endpoints', async () => {
      const registered = await addClient(api().database, { kind: 'public' });
      const client = { client_id: registered.clientId };
      await assert.rejects(signIn(registered, 'people:read', 'cancel'), {
        name: 'AuthorizationResponseError',
        error: 'access_denied',
      });
      const rejected = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), 'x', overHttp);
      await assert.rejects(oauth.processRefreshTokenResponse(server, client, rejected), {
        name: 'ResponseBodyError',
        error: 'invalid_grant',
      });
    });
  });
});
