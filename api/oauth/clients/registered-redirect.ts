import { type Client, errors } from 'oidc-provider';

/** Whether a client may still send people to this address, which may have been taken away since it asked. */
export const isRegistered = (client: Client | undefined, uri: unknown): boolean =>
  typeof uri !== 'string' || uri === '' || client?.redirectUriAllowed(uri) === true;

/**
 * Ends a sign-in whose way back was taken away while a person was on its pages: the library looks at the address only when
 * the sign-in begins. @throws errors.InvalidRedirectUri, which is shown and never sent there
 */
export const requireRegistered = (client: Client, uri: unknown): void => {
  if (!isRegistered(client, uri)) throw new errors.InvalidRedirectUri();
};
