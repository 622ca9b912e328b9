import type { ClientMetadata } from 'oidc-provider';
import { connectedAppsClientId } from '../clients/client-ids.ts';
import { firstPartyPolicy } from '../clients/client-policy.ts';

/** Returns the URL of the connected apps page. */
export const connectedAppsUrl = (apiPublicUrl: string): string => `${apiPublicUrl}/oauth/programs`;

/** Returns the URL of the sign-in security page. */
export const securityUrl = (apiPublicUrl: string): string => `${apiPublicUrl}/oauth/security`;

/**
 * Creates the client of the pages for a person's own account. It signs people in with `response_type=none` (OAuth 2.0
 * Multiple Response Types 1.0, 4), which issues neither code nor token: a page needs only the session of this server.
 */
export const createConnectedAppsClient = (apiPublicUrl: string): ClientMetadata => ({
  client_id: connectedAppsClientId,
  client_name: 'Stardesk',
  redirect_uris: [connectedAppsUrl(apiPublicUrl), securityUrl(apiPublicUrl)],
  response_types: ['none'],
  grant_types: [],
  token_endpoint_auth_method: 'none',
  policy: { ...firstPartyPolicy, scopes: [] },
});

/** Returns the URL that signs in and then opens the connected apps page. */
export const connectedAppsSignInUrl = (apiPublicUrl: string): string =>
  toSignInUrl(apiPublicUrl, { redirect_uri: connectedAppsUrl(apiPublicUrl) });

/** Returns the URL that always asks for a sign-in and then opens the sign-in security page. */
export const securitySignInUrl = (apiPublicUrl: string, email: string): string =>
  toSignInUrl(apiPublicUrl, { redirect_uri: securityUrl(apiPublicUrl), prompt: 'login', login_hint: email });

const toSignInUrl = (apiPublicUrl: string, parameters: { redirect_uri: string; [name: string]: string }): string =>
  `${apiPublicUrl}/oauth/authorize?${new URLSearchParams({
    response_type: 'none',
    client_id: connectedAppsClientId,
    scope: 'openid',
    ...parameters,
  })}`;
