import type { ClientMetadata } from 'oidc-provider';
import { connectedAppsClientId } from '../clients/client-ids.ts';
import { firstPartyPolicy } from '../clients/client-policy.ts';

export const connectedAppsUrl = (apiPublicUrl: string): string => `${apiPublicUrl}/oauth/programs`;

/**
 * Creates the client of the connected apps page. It signs people in with `response_type=none` (OAuth 2.0 Multiple
 * Response Types 1.0, 4), which issues neither code nor token: the page needs only the session of this server.
 */
export const createConnectedAppsClient = (apiPublicUrl: string): ClientMetadata => ({
  client_id: connectedAppsClientId,
  client_name: 'Stardesk',
  redirect_uris: [connectedAppsUrl(apiPublicUrl)],
  response_types: ['none'],
  grant_types: [],
  token_endpoint_auth_method: 'none',
  policy: { ...firstPartyPolicy, scopes: [] },
});

/** Returns the authorization request that signs in and then opens the page. */
export const connectedAppsSignInUrl = (apiPublicUrl: string): string =>
  `${apiPublicUrl}/oauth/authorize?${new URLSearchParams({
    response_type: 'none',
    client_id: connectedAppsClientId,
    redirect_uri: connectedAppsUrl(apiPublicUrl),
    scope: 'openid',
  })}`;
