import type { ClientMetadata } from 'oidc-provider';
import { firstPartyPolicy } from '../clients/client-policy.ts';
import { programsClientId } from '../clients/reserved-clients.ts';

/** Where people see what acts for them. */
export const programsAddress = (publicUrl: string): string => `${publicUrl}/oauth/programs`;

/**
 * The page signs people in as any client does, but gets nothing for it: `response_type=none` (OAuth 2.0 Multiple Response
 * Types 1.0, 4) makes no code and no token. The session of this server, which it comes back with, is all it needs.
 */
export const programsClient = (publicUrl: string): ClientMetadata => ({
  client_id: programsClientId,
  client_name: 'Stardesk',
  redirect_uris: [programsAddress(publicUrl)],
  response_types: ['none'],
  grant_types: [],
  token_endpoint_auth_method: 'none',
  policy: { ...firstPartyPolicy, scopes: [] },
});

/** The authorization request that ends at the page, signed in. */
export const signInToPrograms = (publicUrl: string): string =>
  `${publicUrl}/oauth/authorize?${new URLSearchParams({
    response_type: 'none',
    client_id: programsClientId,
    redirect_uri: programsAddress(publicUrl),
    scope: 'openid',
  })}`;
