import * as client from 'openid-client';
import { signInAndDecide } from './code-flow.ts';
import type { addClient, TestPerson } from './oauth-server.ts';

type Registered = Awaited<ReturnType<typeof addClient>>;

/** Runs openid-client as in its README, for one person at one API. */
export const createOpenIdClient = (apiUrl: string, person: TestPerson) => {
  /** Without `authentication`, the form contains the secret. */
  const discover = ({ clientId }: Registered, secret?: string, authentication?: client.ClientAuth) =>
    client.discovery(new URL(apiUrl), clientId, secret, authentication, { execute: [client.allowInsecureRequests] });

  /** Returns the authorization URL, and the checks for the redirect back. */
  const startAuthorization = async (settings: client.Configuration, { redirectUri }: Registered, more: object = {}) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const url = client.buildAuthorizationUrl(settings, {
      redirect_uri: redirectUri,
      scope: 'people:read',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      ...more,
    });
    return { url, checks: { pkceCodeVerifier, expectedState } };
  };

  const signIn = async (settings: client.Configuration, registered: Registered) => {
    const { url, checks } = await startAuthorization(settings, registered);
    return client.authorizationCodeGrant(settings, await signInAndDecide(url, { client: registered, person }), checks);
  };

  const get = (settings: client.Configuration, token: string, path: string) =>
    client.fetchProtectedResource(settings, token, new URL(`${apiUrl}${path}`), 'GET');

  /** Returns the email address of the token's person. */
  const findEmail = async (settings: client.Configuration, token: string) => {
    const response = await get(settings, token, '/v1/people/me');
    return ((await response.json()) as { email: string }).email;
  };

  return { discover, startAuthorization, signIn, get, findEmail };
};

export type OpenIdClient = ReturnType<typeof createOpenIdClient>;
