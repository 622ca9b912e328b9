import type { Scope } from '#contract/vocabulary';
import { requireLifetimes } from './client-lifetimes.ts';
import { type ClientPolicy, type Lifetimes, registeredPolicy } from './client-policy.ts';
import { requireRedirectUri } from './redirect-uri.ts';
import { RegistrationError } from './registration-error.ts';
import type { StoredMetadata } from './stored-client.ts';

/** What a client is registered with. */
export type Registration = {
  name: string;
  redirectUris: string[];
  /** Where people may come back to after signing out (OpenID Connect RP-Initiated Logout 1.0, 3). */
  postLogoutRedirectUris?: string[];
  /** A confidential client keeps a secret; a public one proves itself by PKCE; an implicit one by its redirect URI alone. */
  kind: 'confidential' | 'public' | 'implicit';
  scopes: Scope[];
  /** Requests a minute of one person through it, when it has a limit of its own. */
  rateLimit?: number | null;
  /** Those that are not the usual ones. */
  lifetimes?: Partial<Lifetimes>;
};

/** Refuses a registration that people could not be asked about, or nobody could come back from. @throws RegistrationError */
export const requireRegistrable = (registration: Registration): void => {
  if (!/^[^\p{Cc}]{1,100}$/u.test(registration.name.trim())) {
    throw new RegistrationError(
      'A client needs a name of 1 to 100 characters: people are asked about it by that name.',
    );
  }
  const { redirectUris, postLogoutRedirectUris = [], scopes, lifetimes = {} } = registration;
  for (const uri of [...redirectUris, ...postLogoutRedirectUris]) requireRedirectUri(uri);
  if (redirectUris.length === 0) throw new RegistrationError('A client needs at least one redirect URI.');
  if (scopes.length === 0) throw new RegistrationError('A client needs at least one scope.');
  requireLifetimes(registeredPolicy(scopes, lifetimes));
};

/** Refuses lifetimes of what a client never gets. @throws RegistrationError */
export const requireNamedLifetimes = (kind: Registration['kind'], named: Partial<Lifetimes>): void => {
  const { accessTokenSeconds: _, ...ofRefreshTokens } = named;
  if (kind !== 'implicit' || Object.keys(ofRefreshTokens).length === 0) return;
  throw new RegistrationError(
    'An implicit client gets no refresh tokens: of its lifetimes there is only --access-token.',
  );
};

/** The metadata a registration is stored as. */
export const metadataOf = (
  { redirectUris, postLogoutRedirectUris = [], kind, scopes, lifetimes }: Registration,
  policy: ClientPolicy = registeredPolicy(scopes, lifetimes),
): StoredMetadata => ({
  redirect_uris: [...new Set(redirectUris)],
  post_logout_redirect_uris: [...new Set(postLogoutRedirectUris)],
  application_type: 'web',
  token_endpoint_auth_method: kind === 'confidential' ? 'client_secret_basic' : 'none',
  grant_types: kind === 'implicit' ? ['implicit'] : ['authorization_code', 'refresh_token'],
  response_types: [kind === 'implicit' ? 'token' : 'code'],
  policy,
});
