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
import { scopes } from '#contract/vocabulary';
import type { ApiConnection } from '../upstream/api-connection.ts';
import { fetchByApi } from './fetch-by-api.ts';
import { introduce } from './introduction.ts';
import { OAuthFailure, sortFailure } from './oauth-failure.ts';
import type { Transaction } from './transaction.ts';

/** What the token endpoint gives, as far as the bff uses it. */
export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };

/** The bff as a client of the authorization server. Every method throws OAuthFailure. */
export type OAuthClient = {
  /** Knows the server's endpoints; asks for them when it does not yet. */
  ready(): Promise<void>;
  /** Makes sure that the server knows this client, its secret and its address to come back to: `client` where it does not. */
  introduce(): Promise<void>;
  /** Where the browser goes to sign in. */
  authorizationUrl(transaction: Transaction, extra: Readonly<Record<string, string>>): Promise<URL>;
  /** Checks state and iss of a callback's query, then trades its code. */
  exchange(query: string, transaction: Transaction): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  revoke(refreshToken: string): Promise<void>;
  /** Where the browser goes to end the server's own session; it comes back to the start page. */
  endSessionUrl(): Promise<URL>;
};

type Options = {
  api: ApiConnection;
  /** The issuer: the API's base as browsers see it. */
  apiPublicUrl: string;
  publicUrl: string;
  client: { id: string; secret: string };
  /** For each request to the server. */
  timeoutSeconds: number;
};

/** What may stand in an Authorization header (RFC 6750, 2.1). */
const bearer = /^[\w.~+/-]+=*$/;

/** @param kept the refresh token to go on with where the server does not rotate */
function tokensOf(answer: TokenEndpointResponse, kept?: string): Tokens {
  const refreshToken = answer.refresh_token ?? kept;
  if (answer.token_type !== 'bearer' || !bearer.test(answer.access_token)) {
    throw new OAuthFailure('client', 'no_bearer_token');
  }
  if (!refreshToken || !answer.expires_in) throw new OAuthFailure('client', 'no_refresh_token');
  return { accessToken: answer.access_token, refreshToken, expiresInSeconds: answer.expires_in };
}

/** The client, which discovers the server at its first use and again until that succeeds: either may start first. */
export function createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds }: Options): OAuthClient {
  const redirectUri = `${publicUrl}/auth`;
  const reach = fetchByApi(api, apiPublicUrl);
  let discovered: Promise<Configuration> | null = null;

  const discover = () =>
    discovery(new URL(apiPublicUrl), client.id, undefined, ClientSecretBasic(client.secret), {
      [customFetch]: reach,
      timeout: timeoutSeconds,
      execute: apiPublicUrl.startsWith('http:') ? [allowInsecureRequests] : [],
    });

  async function server(): Promise<Configuration> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = null;
      throw error;
    }
  }

  const sorted = <T>(work: (server: Configuration) => Promise<T> | T): Promise<T> =>
    server()
      .then(work)
      .catch(error => {
        throw sortFailure(error);
      });

  return {
    ready: () => sorted(() => undefined),
    introduce: () => sorted(configuration => introduce(configuration, reach, redirectUri)),
    authorizationUrl: (transaction, extra) =>
      sorted(async configuration =>
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
      sorted(async configuration => {
        // The library takes redirect_uri from this address: it must be the public one, whatever Host says.
        const callback = new URL(`${redirectUri}?${query}`);
        const checks = { expectedState: transaction.state, pkceCodeVerifier: transaction.verifier };
        return tokensOf(await authorizationCodeGrant(configuration, callback, checks));
      }),
    refresh: refreshToken =>
      sorted(async configuration => tokensOf(await refreshTokenGrant(configuration, refreshToken), refreshToken)),
    revoke: refreshToken =>
      sorted(configuration => tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' })),
    endSessionUrl: () =>
      sorted(configuration => buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${publicUrl}/` })),
  };
}
