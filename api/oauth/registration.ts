import type { Scope } from '#contract/vocabulary';
import { type ClientPolicy, registeredPolicy } from './client-policy.ts';
import { requireRedirectUri } from './redirect-uri.ts';
import { RegistrationError } from './registration-error.ts';

/** What a client is registered with. */
export type Registration = {
  name: string;
  redirectUris: string[];
  /** A confidential client keeps a secret; a public one proves itself by PKCE; an implicit one by its redirect URI alone. */
  kind: 'confidential' | 'public' | 'implicit';
  scopes: Scope[];
  /** Requests a minute of one person through it, when it has a limit of its own. */
  rateLimit?: number;
};

/** Refuses a registration without a name people can be asked about, or with a redirect URI that is none. @throws RegistrationError */
export const requireRegistrable = (registration: Registration): void => {
  if (!/^[^\p{Cc}]{1,100}$/u.test(registration.name.trim())) {
    throw new RegistrationError(
      'A client needs a name of 1 to 100 characters: people are asked about it by that name.',
    );
  }
  for (const uri of registration.redirectUris) requireRedirectUri(uri);
  if (registration.redirectUris.length === 0) throw new RegistrationError('A client needs at least one redirect URI.');
};

/** What oauth_clients.metadata holds, as JSON. */
export type StoredMetadata = {
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  application_type: 'web';
  token_endpoint_auth_method: 'client_secret_basic' | 'none';
  grant_types: string[];
  response_types: ('code' | 'token')[];
  policy: ClientPolicy;
};

export const parseMetadata = (metadata: string): StoredMetadata => JSON.parse(metadata) as StoredMetadata;

/** The metadata a registration is stored as. */
export const metadataOf = (
  { redirectUris, kind, scopes: granted }: Registration,
  policy: ClientPolicy = registeredPolicy(granted),
): StoredMetadata => ({
  redirect_uris: redirectUris,
  application_type: 'web',
  token_endpoint_auth_method: kind === 'confidential' ? 'client_secret_basic' : 'none',
  grant_types: kind === 'implicit' ? ['implicit'] : ['authorization_code', 'refresh_token'],
  response_types: [kind === 'implicit' ? 'token' : 'code'],
  policy,
});
