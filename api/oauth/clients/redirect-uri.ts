import { type Client, errors } from 'oidc-provider';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Explains why a redirect URI is unsafe, or why no request can match it. Returns null if it can be registered. Requests
 * are compared character by character with the registered URI (RFC 9700 2.1), so it must be spelled as browsers and
 * clients send it.
 */
export const findRedirectUriProblem = (uri: string): string | null => {
  const url = URL.parse(uri);
  if (url === null) return 'it must be an absolute URL such as https://program.example/back.';
  return findSchemeProblem(url) ?? findComponentProblem(uri, url) ?? findSpellingProblem(uri, url);
};

const findSchemeProblem = ({ protocol, hostname }: URL): string | null => {
  if (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))) return null;
  if (protocol === 'http:') {
    return 'it must be https; http is only allowed for localhost, 127.0.0.1 and [::1], such as http://127.0.0.1:7000/back.';
  }
  // RFC 8252 7.1 allows private schemes, but any app on the device can claim them.
  return `${protocol} is not supported. For an app on a device, use https://… (RFC 8252 7.2) or http://127.0.0.1:7000/back (7.3) with the port it listens on.`;
};

const findComponentProblem = (uri: string, { username, password }: URL): string | null => {
  if (uri.includes('#')) return 'it must not have a fragment (RFC 6749 3.1.2): remove the # and what follows.';
  if (username !== '' || password !== '') return 'it must not contain a user name or password.';
  if (uri.includes('*')) return 'wildcards are not supported: list each URI, --redirect-uri takes several.';
  return null;
};

const findSpellingProblem = (uri: string, { href }: URL): string | null => {
  if (uri !== href) return `browsers send it as ${href}; register that, and make the client send exactly that.`;
  // The characters of RFC 3986 2; the URL standard leaves some other characters unencoded.
  const isEncoded = /^(?:[\w\-.~:/?[\]@!$&'()+,;=]|%[0-9A-Fa-f]{2})+$/.test(uri);
  return isEncoded ? null : 'it has characters that need percent-encoding, such as %20 for a space.';
};

/** Tests if a redirect URI is still registered. True for a missing URI, which oidc-provider checks itself. */
export const isRedirectUriRegistered = (client: Client | undefined, uri: unknown): boolean =>
  typeof uri !== 'string' || uri === '' || client?.redirectUriAllowed(uri) === true;

/**
 * Rejects a redirect URI that was removed during the sign-in. oidc-provider checks it only at the start.
 * @throws errors.InvalidRedirectUri, which is shown as a page and never redirects
 */
export const requireRegisteredRedirectUri = (client: Client, uri: unknown): void => {
  if (!isRedirectUriRegistered(client, uri)) throw new errors.InvalidRedirectUri();
};
