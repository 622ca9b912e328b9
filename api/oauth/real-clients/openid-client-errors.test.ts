import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as client from 'openid-client';
import { withApi } from '../../testing/api.ts';
import { signInAndDecide } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';
import { createOpenIdClient, type OpenIdClient } from '../testing/openid-client.ts';

type Case = { parameters?: { scope: string }; decision?: 'cancel' };

/** Sign-ins whose redirect the client rejects. */
const rejections: [title: string, signIn: Case, expected: object][] = [
  [
    'access_denied when the person declines',
    { decision: 'cancel' },
    { name: 'AuthorizationResponseError', error: 'access_denied', error_description: 'The person declined.' },
  ],
  [
    'invalid_scope when no requested scope can be granted',
    { parameters: { scope: 'gists:write' } },
    { name: 'AuthorizationResponseError', error: 'invalid_scope' },
  ],
];

withApi(api => {
  describe('openid-client recognizes', () => {
    let person: TestPerson;
    let openIdClient: OpenIdClient;
    let registered: Awaited<ReturnType<typeof addClient>>;
    let settings: client.Configuration;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
      openIdClient = createOpenIdClient(api().url, person);
      registered = await addClient(api().database);
      settings = await openIdClient.discover(registered, registered.clientSecret ?? '');
    });

    for (const [title, { parameters = {}, decision }, expected] of rejections) {
      it(title, async () => {
        const { url, checks } = await openIdClient.startAuthorization(settings, registered, parameters);
        const back = await signInAndDecide(url, { client: registered, person }, decision);
        await assert.rejects(client.authorizationCodeGrant(settings, back, checks), expected);
      });
    }

    for (const method of [client.ClientSecretBasic, client.ClientSecretPost]) {
      it(`an invalid secret by the challenge of a 401: ${method.name}`, async () => {
        const settings = await openIdClient.discover(registered, undefined, method('wrong'));
        await assert.rejects(client.refreshTokenGrant(settings, 'x'), (error: unknown) => {
          assert.ok(error instanceof client.WWWAuthenticateChallengeError);
          assert.deepEqual([error.status, error.cause[0]?.scheme], [401, 'basic']);
          return true;
        });
      });
    }

    it('an invalid token and a token without gists:read, by the challenges of RFC 6750', async () => {
      const { access_token } = await openIdClient.signIn(settings, registered);
      for (const [token, status, parameters] of [
        ['x', 401, { error: 'invalid_token' }],
        [access_token, 403, { error: 'insufficient_scope', scope: 'gists:read' }],
      ] as const) {
        await assert.rejects(openIdClient.get(settings, token, '/v1/gists'), (error: unknown) => {
          assert.ok(error instanceof client.WWWAuthenticateChallengeError);
          assert.equal(error.status, status);
          assert.partialDeepStrictEqual(error.cause[0], { scheme: 'bearer', parameters });
          return true;
        });
      }
    });
  });
});
