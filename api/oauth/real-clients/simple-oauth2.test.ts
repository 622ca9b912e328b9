import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { AuthorizationCode } from 'simple-oauth2';
import { withApi } from '../../testing/api.ts';
import { createVerifier, signInAndDecide } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

/** Validates the status and OAuth error of a rejection. */
const isRejection = (statusCode: number, error: string) => (rejection: unknown) => {
  assert.ok(rejection instanceof Error);
  assert.partialDeepStrictEqual({ ...rejection }, { output: { statusCode }, data: { payload: { error } } });
  return true;
};

withApi(api => {
  describe('simple-oauth2', () => {
    let person: TestPerson;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
    });

    type Registered = Awaited<ReturnType<typeof addClient>>;
    type Options = ConstructorParameters<typeof AuthorizationCode>[0]['options'];

    const configure = ({ clientId, clientSecret }: Registered, options?: Options) =>
      new AuthorizationCode({
        client: { id: clientId, secret: clientSecret ?? '' },
        auth: { tokenHost: api().url },
        ...(options && { options }),
      });

    const authorize = async (client: AuthorizationCode, registered: Registered, more: object = {}) => {
      const { redirectUri } = registered;
      const url = client.authorizeURL({ redirect_uri: redirectUri, scope: 'people:read', state: 'a state', ...more });
      const { searchParams } = await signInAndDecide(url, { client: registered, person });
      assert.equal(searchParams.get('state'), 'a state');
      return { code: searchParams.get('code') ?? '', redirect_uri: redirectUri, scope: 'people:read' };
    };

    const getStatusWithToken = async ({ token }: { token: { [name: string]: unknown } }) => {
      const headers = { Authorization: `Bearer ${token['access_token']}` };
      return (await api().call('GET', '/v1/people/me', { headers })).status;
    };

    for (const [name, options] of [
      ['with default options', undefined],
      ['with authorizationMethod header', { authorizationMethod: 'header' }],
      ['with authorizationMethod body', { authorizationMethod: 'body' }],
      ['with credentialsEncodingMode loose', { credentialsEncodingMode: 'loose' }],
    ] as const) {
      it(`signs in, stores its token as JSON, refreshes and revokes, ${name}`, async () => {
        const registered = await addClient(api().database);
        const client = configure(registered, options);
        const first = await client.getToken(await authorize(client, registered));
        assert.equal(await getStatusWithToken(first), 200);
        assert.equal(first.expired(), false);

        const restored = client.createToken(JSON.parse(JSON.stringify(first)));
        const second = await restored.refresh({ scope: 'people:read' });
        assert.equal(await getStatusWithToken(second), 200);
        const third = await second.refresh();
        assert.notEqual(third.token['refresh_token'], second.token['refresh_token']);
        await third.revokeAll();
        assert.equal(await getStatusWithToken(third), 401);
        await assert.rejects(third.refresh(), isRejection(400, 'invalid_grant'));
      });
    }

    for (const authorizationMethod of ['header', 'body'] as const) {
      it(`signs in as a public client with PKCE and an empty secret in the ${authorizationMethod}`, async () => {
        const registered = await addClient(api().database, { kind: 'public' });
        const client = configure(registered, { authorizationMethod });
        const { verifier, challenge } = createVerifier();
        const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
        const parameters = { ...(await authorize(client, registered, pkce)), code_verifier: verifier };
        const tokens = await (await client.getToken(parameters)).refresh();
        assert.equal(await getStatusWithToken(tokens), 200);
        await tokens.revokeAll();
        assert.equal(await getStatusWithToken(tokens), 401);
      });
    }
  });
});
