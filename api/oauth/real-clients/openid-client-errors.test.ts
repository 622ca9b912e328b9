import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as client from 'openid-client';
import { withApi } from '../../testing/api.ts';
import { signInAndDecide } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createOpenIdClient, type OpenIdClient } from '../testing/openid-client.ts';

withApi(api => {
  describe('openid-client recognizes', () => {
    let person: TestPerson;
    let use: OpenIdClient;
    let registered: Awaited<ReturnType<typeof addClient>>;
    let settings: client.Configuration;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
      use = createOpenIdClient(api().url, person);
      registered = await addClient(api().database);
      settings = await use.discover(registered, registered.clientSecret ?? '');
    });

    /** Signs in and exchanges the code, after `change` has modified the redirect URL. */
    const signInWith = async (change: (back: URL) => void, decision?: 'cancel') => {
      const { url, checks } = await use.start(settings, registered);
      const back = await signInAndDecide(url, { client: registered, person }, decision);
      change(back);
      return client.authorizationCodeGrant(settings, back, checks);
    };

    it('access_denied when the person declines', async () => {
      const declined = signInWith(() => undefined, 'cancel');
      await assert.rejects(declined, (error: unknown) => {
        assert.ok(error instanceof client.AuthorizationResponseError);
        assert.deepEqual([error.error, error.error_description], ['access_denied', 'The person declined.']);
        return true;
      });
    });

    it('invalid_scope when no requested scope can be granted', async () => {
      const { url, checks } = await use.start(settings, registered, { scope: 'gists:write' });
      const back = await signInAndDecide(url, { client: registered, person });
      await assert.rejects(client.authorizationCodeGrant(settings, back, checks), {
        name: 'AuthorizationResponseError',
        error: 'invalid_scope',
      });
    });

    for (const name of ['state', 'iss']) {
      it(`a forged response by its ${name}`, async () => {
        const forged = signInWith(({ searchParams }) => searchParams.set(name, 'https://evil.example'));
        await assert.rejects(forged, { name: 'ClientError', code: 'OAUTH_INVALID_RESPONSE' });
      });
    }

    it('invalid_grant for an unknown and for a used code', async () => {
      const { url, checks } = await use.start(settings, registered);
      const back = await signInAndDecide(url, { client: registered, person });
      await client.authorizationCodeGrant(settings, back, checks);
      for (const rejected of [
        client.authorizationCodeGrant(settings, back, checks),
        signInWith(({ searchParams }) => searchParams.set('code', 'unknown')),
      ]) {
        await assert.rejects(rejected, { name: 'ResponseBodyError', status: 400, error: 'invalid_grant' });
      }
    });

    for (const method of [client.ClientSecretBasic, client.ClientSecretPost]) {
      it(`a wrong secret by the challenge of a 401: ${method.name}`, async () => {
        const wrong = await use.discover(registered, undefined, method('wrong'));
        await assert.rejects(client.refreshTokenGrant(wrong, 'x'), (error: unknown) => {
          assert.ok(error instanceof client.WWWAuthenticateChallengeError);
          assert.deepEqual([error.status, error.cause[0]?.scheme], [401, 'basic']);
          return true;
        });
      });
    }

    it('an invalid token, and one without the scope, by the challenges of RFC 6750', async () => {
      const { access_token } = await use.signIn(settings, registered);
      for (const [token, status, parameters] of [
        ['x', 401, { error: 'invalid_token' }],
        [access_token, 403, { error: 'insufficient_scope', scope: 'gists:read' }],
      ] as const) {
        await assert.rejects(use.get(settings, token, '/v1/gists'), (error: unknown) => {
          assert.ok(error instanceof client.WWWAuthenticateChallengeError);
          assert.equal(error.status, status);
          assert.partialDeepStrictEqual(error.cause[0], { scheme: 'bearer', parameters });
          return true;
        });
      }
    });
  });
});
