import { lifetimeRanges as ranges } from '#contract/client-limits';
import { formatDuration } from '#contract/duration';
import type { ClientKind, Scope } from '#contract/enums';
import { findRedirectUriProblem } from '#contract/redirect-uri';
import { CommandError } from '../../command-line.ts';
import { type ClientPolicy, createClientPolicy, type Lifetimes } from './client-policy.ts';
import type { StoredMetadata } from './stored-client.ts';

/** Thrown if a client cannot be registered, changed or found. The message explains the reason to the operator. */
export class RegistrationError extends CommandError {}

export const unknownClientError = (clientId: string): RegistrationError =>
  new RegistrationError(`Unknown client ${clientId}; "desk clients list" shows all clients.`);

export type Registration = {
  name: string;
  redirectUris: string[];
  /** Allowed redirects after sign-out (OpenID Connect RP-Initiated Logout 1.0, 3). */
  postLogoutRedirectUris?: string[];
  /** Only a confidential client authenticates, with its secret. A public client is protected by PKCE. */
  kind: ClientKind;
  scopes: Scope[];
  /** Requests per minute per person; null or absent for the limit of the desk. */
  rateLimit?: number | null;
  /** Overrides of {@link defaultLifetimes}. */
  lifetimes?: Partial<Lifetimes>;
};

/** The allowed range of each lifetime, in seconds. */
export const lifetimeRanges = {
  accessTokenSeconds: ranges.access_token_seconds,
  refreshIdleSeconds: ranges.refresh_idle_seconds,
  refreshAbsoluteSeconds: ranges.refresh_end_seconds,
  refreshGraceSeconds: ranges.refresh_grace_seconds,
} satisfies Record<keyof Lifetimes, { min: number; max: number }>;

/** Rejects an invalid registration. @throws RegistrationError */
export const requireValidRegistration = (registration: Registration): void => {
  if (!/^[^\p{Cc}]{1,100}$/u.test(registration.name.trim())) {
    throw new RegistrationError(
      'A client needs a name of 1 to 100 characters without control characters; the consent page shows it.',
    );
  }
  const { redirectUris, postLogoutRedirectUris = [], scopes, lifetimes = {} } = registration;
  for (const uri of [...redirectUris, ...postLogoutRedirectUris]) {
    const problem = findRedirectUriProblem(uri);
    if (problem !== null) throw new RegistrationError(`Invalid redirect URI ${JSON.stringify(uri)}: it ${problem}.`);
  }
  if (redirectUris.length === 0) throw new RegistrationError('A client needs at least one redirect URI.');
  if (scopes.length === 0) throw new RegistrationError('A client needs at least one scope.');
  requireRefreshOutlivesAccess(createClientPolicy(scopes, lifetimes));
};

const requireRefreshOutlivesAccess = (lifetimes: Lifetimes): void => {
  const { accessTokenSeconds, refreshIdleSeconds, refreshAbsoluteSeconds } = lifetimes;
  const refreshSeconds = Math.min(refreshIdleSeconds, refreshAbsoluteSeconds ?? refreshIdleSeconds);
  if (refreshSeconds >= accessTokenSeconds) return;
  throw new RegistrationError(
    `A refresh token that expires after ${formatDuration(refreshSeconds)} cannot renew an access token of ${formatDuration(accessTokenSeconds)}: change --access-token, --refresh-idle or --refresh-end.`,
  );
};

/** Rejects refresh token lifetimes for an implicit client. @throws RegistrationError */
export const requireApplicableLifetimes = (kind: Registration['kind'], lifetimes: Partial<Lifetimes>): void => {
  const { accessTokenSeconds: _, ...refreshLifetimes } = lifetimes;
  if (kind !== 'implicit' || Object.keys(refreshLifetimes).length === 0) return;
  throw new RegistrationError('An implicit client gets no refresh tokens: remove the --refresh options.');
};

/** Converts a registration to the metadata to store. */
export const toMetadata = (
  { redirectUris, postLogoutRedirectUris = [], kind, scopes, lifetimes }: Registration,
  policy: ClientPolicy = createClientPolicy(scopes, lifetimes),
): StoredMetadata => ({
  redirect_uris: [...new Set(redirectUris)],
  post_logout_redirect_uris: [...new Set(postLogoutRedirectUris)],
  application_type: 'web',
  token_endpoint_auth_method: kind === 'confidential' ? 'client_secret_basic' : 'none',
  grant_types: kind === 'implicit' ? ['implicit'] : ['authorization_code', 'refresh_token'],
  response_types: [kind === 'implicit' ? 'token' : 'code'],
  policy,
});
