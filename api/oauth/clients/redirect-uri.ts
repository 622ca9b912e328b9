import { type Client, errors } from 'oidc-provider';

/** Tests if a redirect URI is still registered. True for a missing or empty URI, which oidc-provider checks itself. */
export const isRedirectUriRegistered = (client: Client | undefined, uri: unknown): boolean =>
  typeof uri !== 'string' || uri === '' || client?.redirectUriAllowed(uri) === true;

/**
 * Rejects a redirect URI that was removed during the sign-in. oidc-provider checks it only at the start.
 * @throws errors.InvalidRedirectUri, which is shown as a page and never redirects
 */
export const requireRegisteredRedirectUri = (client: Client, uri: unknown): void => {
  if (!isRedirectUriRegistered(client, uri)) throw new errors.InvalidRedirectUri();
};
