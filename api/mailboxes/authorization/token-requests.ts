import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  None,
  ResponseBodyError,
  refreshTokenGrant,
  type TokenEndpointResponse,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { cutText } from '#contract/cut-text';
import { type AuthorizationClient, describeProvider } from './providers.ts';

/** A client with its secret, which is null for a public client. */
export type AuthorizationCredentials = { client: AuthorizationClient; clientSecret: string | null };

export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number };

/**
 * A rejected or failed request. The message contains no token or secret. The original error may contain them, so it is
 * not attached as the cause.
 */
export class TokenFailure extends Error {
  /** True if only a new sign-in helps. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = 'TokenFailure';
    this.isFinal = isFinal;
  }
}

const timeoutSeconds = 30;

/** RFC 6749, 5.1 recommends `expires_in`, without requiring it. A token that lives for 0 seconds would be useless. */
const defaultLifetimeSeconds = 3600;

/** `iss` is the issuer that a callback names (RFC 9207). It must be at the origin of the authorization endpoint. */
const configure = ({ client, clientSecret }: AuthorizationCredentials, iss: string | null = null): Configuration => {
  const { authorizationEndpoint, tokenEndpoint } = describeProvider(client);
  const { origin } = new URL(authorizationEndpoint);
  const configuration = new Configuration(
    {
      issuer: iss !== null && URL.canParse(iss) && new URL(iss).origin === origin ? iss : origin,
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
    },
    client.client_id,
    undefined,
    clientSecret === null ? None() : ClientSecretPost(clientSecret),
  );
  configuration.timeout = timeoutSeconds;
  // The contract allows http only on this machine.
  if ([authorizationEndpoint, tokenEndpoint].some(url => url.startsWith('http:'))) allowInsecureRequests(configuration);
  return configuration;
};

/** Returns the URL at which an administrator signs in. */
export const createSignInUrl = async (
  client: AuthorizationClient,
  { state, verifier, redirectUri, address }: { state: string; verifier: string; redirectUri: string; address: string },
): Promise<string> => {
  const { scope, parameters } = describeProvider(client);
  const url = buildAuthorizationUrl(configure({ client, clientSecret: null }), {
    ...parameters,
    redirect_uri: redirectUri,
    scope,
    state,
    login_hint: address,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
};

/** Exchanges the code of a callback. @throws TokenFailure */
export const exchangeCode = async (
  credentials: AuthorizationCredentials,
  callback: URL,
  { state, verifier }: { state: string; verifier: string },
): Promise<Tokens> => {
  const configuration = configure(credentials, callback.searchParams.get('iss'));
  const checks = { expectedState: state, pkceCodeVerifier: verifier };
  const response = await authorizationCodeGrant(configuration, callback, checks).catch(error => {
    throw toTokenFailure(error, [credentials.clientSecret, callback.searchParams.get('code'), verifier]);
  });
  return toTokens(response);
};

/** Renews an access token. @throws TokenFailure */
export const renewToken = async (credentials: AuthorizationCredentials, refreshToken: string): Promise<Tokens> => {
  const response = await refreshTokenGrant(configure(credentials), refreshToken).catch(error => {
    throw toTokenFailure(error, [credentials.clientSecret, refreshToken]);
  });
  return toTokens(response, refreshToken);
};

/** The token syntax of RFC 6750, 2.1. */
const bearer = /^[\w.~+/-]+=*$/;

/** @param previous the refresh token that stays valid if the provider does not rotate it */
const toTokens = (response: TokenEndpointResponse, previous?: string): Tokens => {
  const refreshToken = response.refresh_token ?? previous;
  if (response.token_type !== 'bearer' || !bearer.test(response.access_token))
    throw new TokenFailure('The response has no bearer token.', false);
  if (refreshToken === undefined)
    throw new TokenFailure('The response has no refresh token: the scope must allow offline access.', true);
  return {
    accessToken: response.access_token,
    refreshToken,
    expiresInSeconds: response.expires_in || defaultLifetimeSeconds,
  };
};

/** Errors after which the same refresh token never works again. The last three are Microsoft's and OpenID Connect's. */
const finalErrors = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];

/** @param secrets values that the message must not repeat */
const toTokenFailure = (error: unknown, secrets: readonly (string | null)[]): TokenFailure => {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return new TokenFailure(describeError(code, description, secrets), finalErrors.includes(code));
  }
  if (error instanceof WWWAuthenticateChallengeError) return new TokenFailure('invalid_client', false);
  return new TokenFailure(`The request failed: ${findCode(error)}`, false);
};

const maxLength = 300;

const describeError = (code: string, description: string | undefined, secrets: readonly (string | null)[]): string => {
  const text = description === undefined ? code : `${code}: ${description}`;
  const line = secrets
    .filter(secret => secret !== null && secret !== '')
    .reduce<string>((rest, secret) => rest.replaceAll(String(secret), '…'), text)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ');
  return cutText(line, maxLength);
};

/** Finds the status of an HTTP response, or the code of the innermost error, such as ECONNREFUSED. */
const findCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  const inner = error.cause instanceof Error ? findCode(error.cause) : null;
  if (error.cause instanceof Response) return `HTTP ${error.cause.status}`;
  return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);
};
