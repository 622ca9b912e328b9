import { buildAuthorizationUrl, type Configuration, type CustomFetch, tokenRevocation } from 'openid-client';
import { OAuthFailure } from './oauth-failure.ts';

/**
 * Verifies the client id, secret and redirect URI with the server, without a user.
 * Throws openid-client's error, or OAuthFailure if the redirect URI is not registered.
 */
export async function verifyClient(
  server: Configuration,
  fetchFromApi: CustomFetch,
  redirectUri: string,
): Promise<void> {
  // A client that authenticates gets 200 for any token (RFC 7009, 2.2).
  await tokenRevocation(server, 'unknown');
  const { href } = buildAuthorizationUrl(server, {
    redirect_uri: redirectUri,
    prompt: 'none',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const signal = AbortSignal.timeout((server.timeout ?? 30) * 1000);
  const response = await fetchFromApi(href, { method: 'GET', headers: {}, body: null, redirect: 'manual', signal });
  // Only a registered redirect URI gets the error login_required (RFC 6749, 4.1.2.1).
  if (response.headers.get('location')?.startsWith(`${redirectUri}?`)) return;
  throw response.status === 400
    ? new OAuthFailure('client', 'unknown_redirect')
    : new OAuthFailure('outage', `http_${response.status}`);
}
