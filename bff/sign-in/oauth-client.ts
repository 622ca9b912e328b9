import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client';
import { scopes } from '#contract/enums';
import type { ApiPool } from '../upstream/api-pool.ts';
import { createApiFetch } from './api-fetch.ts';
import { OAuthFailure, toOAuthFailure } from './oauth-failure.ts';
import type { Transaction } from './transaction.ts';
import { verifyClient } from './verify-client.ts';

/** The values of a token response that the bff uses. */
export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };

/** The OAuth client of the bff. Every method throws OAuthFailure. */
export type OAuthClient = {
  /** Discovers the server's endpoints unless they are known. */
  ready(): Promise<void>;
  /** Verifies the client id, secret and redirect URI with the server. Fails with kind `client` if they are invalid. */
  verify(): Promise<void>;
  /** Returns the URL that starts a sign-in. */
  createAuthorizationUrl(transaction: Transaction, extra: Readonly<Record<string, string>>): Promise<URL>;
  /** Checks state and iss of a callback's query, then exchanges its code. */
  exchange(query: string, transaction: Transaction): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  revoke(refreshToken: string): Promise<void>;
  /** Returns the URL that ends the server's own session and returns to the start page. */
  getEndSessionUrl(): Promise<URL>;
};

type Options = {
  api: ApiPool;
  /** The issuer: the base URL of the API for browsers. */
  apiPublicUrl: string;
  publicUrl: string;
  client: { id: string; secret: string };
  /** The timeout of each request to the server. */
  timeoutSeconds: number;
};

/** The token syntax of the Authorization header (RFC 6750, 2.1). */
const bearer = /^[\w.~+/-]+=*$/;

/** @param previous the refresh token to reuse if the server does not rotate it */
function toTokens(response: TokenEndpointResponse, previous?: string): Tokens {
  const refreshToken = response.refresh_token ?? previous;
  if (response.token_type !== 'bearer' || !bearer.test(response.access_token)) {
    throw new OAuthFailure('client', 'no_bearer_token');
  }
  if (!refreshToken || !response.expires_in) throw new OAuthFailure('client', 'no_refresh_token');
  return { accessToken: response.access_token, refreshToken, expiresInSeconds: response.expires_in };
}

/** Creates the OAuth client. It retries discovery, so that bff and API can start in any order. */
export function createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds }: Options): OAuthClient {
  const redirectUri = `${publicUrl}/auth`;
  const fetchFromApi = createApiFetch(api, apiPublicUrl);
  let discovered: Promise<Configuration> | null = null;

  const discover = () =>
    discovery(new URL(apiPublicUrl), client.id, undefined, ClientSecretBasic(client.secret), {
      [customFetch]: fetchFromApi,
      timeout: timeoutSeconds,
      execute: apiPublicUrl.startsWith('http:') ? [allowInsecureRequests] : [],
    });

  async function getConfiguration(): Promise<Configuration> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = null;
      throw error;
    }
  }

  const withConfiguration = <T>(work: (configuration: Configuration) => Promise<T> | T): Promise<T> =>
    getConfiguration()
      .then(work)
      .catch(error => {
        throw toOAuthFailure(error);
      });

  return {
    ready: () => withConfiguration(() => undefined),
    verify: () => withConfiguration(configuration => verifyClient(configuration, fetchFromApi, redirectUri)),
    createAuthorizationUrl: (transaction, extra) =>
      withConfiguration(async configuration =>
        buildAuthorizationUrl(configuration, {
          ...extra,
          redirect_uri: redirectUri,
          scope: scopes.join(' '),
          state: transaction.state,
          code_challenge: await calculatePKCECodeChallenge(transaction.verifier),
          code_challenge_method: 'S256',
        }),
      ),
    exchange: (query, transaction) =>
      withConfiguration(async configuration => {
        // openid-client derives redirect_uri from this URL, which must be public.
        const callback = new URL(`${redirectUri}?${query}`);
        const checks = { expectedState: transaction.state, pkceCodeVerifier: transaction.verifier };
        return toTokens(await authorizationCodeGrant(configuration, callback, checks));
      }),
    refresh: refreshToken =>
      withConfiguration(async configuration =>
        toTokens(await refreshTokenGrant(configuration, refreshToken), refreshToken),
      ),
    revoke: refreshToken =>
      withConfiguration(configuration =>
        tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }),
      ),
    getEndSessionUrl: () =>
      withConfiguration(configuration =>
        buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${publicUrl}/` }),
      ),
  };
}
