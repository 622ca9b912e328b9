import { buildAuthorizationUrl, type Configuration, type CustomFetch, tokenRevocation } from 'openid-client';
import { OAuthFailure } from './oauth-failure.ts';

/**
 * Finds out whether the server knows this client, its secret and its redirect URI, without anybody there to sign in.
 * Throws what the library throws, or OAuthFailure where the redirect URI is not registered.
 */
export async function introduce(server: Configuration, reach: CustomFetch, redirectUri: string): Promise<void> {
  // Whatever the token, a client that can authenticate is answered with 200 (RFC 7009, 2.2).
  await tokenRevocation(server, 'of nobody');
  const { href } = buildAuthorizationUrl(server, {
    redirect_uri: redirectUri,
    prompt: 'none',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const signal = AbortSignal.timeout((server.timeout ?? 30) * 1000);
  const answer = await reach(href, { method: 'GET', headers: {}, body: null, redirect: 'manual', signal });
  // That somebody has to sign in first is told by way of the redirect URI, unless it is not registered (RFC 6749, 4.1.2.1).
  if (answer.headers.get('location')?.startsWith(`${redirectUri}?`)) return;
  throw answer.status === 400
    ? new OAuthFailure('client', 'unknown_redirect')
    : new OAuthFailure('outage', `http_${answer.status}`);
}
