import { type Client, errors } from 'oidc-provider';

/** Checks that a redirect URI is still registered; it may have been removed after the request. */
export const isRedirectUriRegistered = (client: Client | undefined, uri: unknown): boolean =>
  typeof uri !== 'string' || uri === '' || client?.redirectUriAllowed(uri) === true;

/**
 * Rejects a redirect URI that was removed during the sign-in; the library checks it only at the start.
 * @throws errors.InvalidRedirectUri, which is shown as a page and never redirects
 */
export const requireRegisteredRedirectUri = (client: Client, uri: unknown): void => {
  if (!isRedirectUriRegistered(client, uri)) throw new errors.InvalidRedirectUri();
};
