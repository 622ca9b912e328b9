import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { z } from 'zod';
import { email, line } from '#contract/fields';
import type { IdentityProviderCheck } from '#contract/identity-providers';
import type { UpstreamProfile, UpstreamProvider } from './upstream-accounts.ts';

/** Thrown if a sign-in at a provider fails. It contains no secret. It has no cause, which could contain tokens. */
export class UpstreamFailure extends Error {}

/** Values that bind a callback to the request that started it. */
export type UpstreamChecks = { state: string; nonce: string; verifier: string };

const timeoutSeconds = 10;
const scope = 'openid email profile';

/** Starts a sign-in. @returns the URL at the provider, and the checks of the callback @throws UpstreamFailure */
export const startUpstream = (
  provider: UpstreamProvider,
  { redirectUri, loginHint }: { redirectUri: string; loginHint: string },
): Promise<{ location: string; checks: UpstreamChecks }> =>
  translateErrors(async () => {
    const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(await configure(provider), {
      redirect_uri: redirectUri,
      scope,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== '' && { login_hint: loginHint }),
    });
    return { location: url.href, checks };
  });

/** Exchanges the code of a callback, and reads the person's profile. @throws UpstreamFailure */
export const finishUpstream = (
  provider: UpstreamProvider,
  callback: URL,
  { state, nonce, verifier }: UpstreamChecks,
): Promise<UpstreamProfile & { usedMfa: boolean }> =>
  translateErrors(async () => {
    const configuration = await configure(provider);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const tokens = await authorizationCodeGrant(configuration, callback, checks);
    const claims = idTokenFormat.parse(tokens.claims());
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    // Some providers return the email address only from this endpoint.
    const needsUserInfo = claims.email === undefined && endpoint !== undefined;
    const source = needsUserInfo ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
    return { ...profileFormat.parse(source), subject: claims.sub, usedMfa: claims.amr.includes('mfa') };
  });

/** Checks an issuer by loading its configuration, for which no client is needed. */
export const checkIssuer = (issuer: string): Promise<Pick<IdentityProviderCheck, 'state' | 'response' | 'advice'>> =>
  discover(issuer, 'check', None()).then(
    configuration => ({
      state: 'ok',
      response: configuration.serverMetadata().authorization_endpoint ?? null,
      advice: null,
    }),
    error => ({
      state: 'failed',
      response: describeFailure(error),
      advice:
        'Check the issuer: it is the address before /.well-known/openid-configuration. This server must be able to reach it.',
    }),
  );

const idTokenFormat = z.looseObject({
  sub: line(255, 1),
  email: z.unknown().optional(),
  amr: z.array(z.string()).catch([]),
});

/** Only `true` means verified: some providers send "false" as text. */
const profileFormat = z
  .object({
    email: email.nullable().catch(null),
    email_verified: z.unknown().optional(),
    name: line(255, 1).nullable().catch(null),
  })
  .transform(({ email_verified: verified, ...profile }) => ({
    ...profile,
    emailVerified: verified === undefined ? null : verified === true,
  }));

const configure = ({ issuer, client_id, client_secret }: UpstreamProvider): Promise<Configuration> =>
  discover(issuer, client_id, client_secret === null ? None() : authenticateWith(client_secret));

const discover = (issuer: string, clientId: string, authentication: ClientAuth): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // The contract allows http only on this machine.
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
  });

/** Uses Basic, unless the provider supports only a form. Basic is the default of OpenID Connect Discovery. */
const authenticateWith =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return method(secret)(server, ...rest);
  };

const translateErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new UpstreamFailure(describeFailure(error));
  }
};

/** Describes an error by a code or a status. Messages of errors can contain tokens, or text of the callback URL. */
const describeFailure = (error: unknown): string => {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return /^[\w.-]{1,64}$/.test(error.error) ? error.error : 'unknown error';
  if (error instanceof WWWAuthenticateChallengeError) return 'invalid_client';
  if (!(error instanceof Error)) return 'unknown error';
  if (error.cause instanceof Response) return `HTTP ${error.cause.status}`;
  if (error.cause instanceof Error) return describeFailure(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
