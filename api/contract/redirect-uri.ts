/** The part of the standard class that this file uses. The contract has neither Node nor DOM types. */
declare const URL: { parse(text: string): ParsedUrl | null };

type ParsedUrl = { href: string; protocol: string; hostname: string; username: string; password: string };

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Explains why a redirect URI is unsafe, or why no request can match it. Returns null if it can be registered. Requests
 * are compared character by character with the registered URI (RFC 9700 2.1), so it must be spelled as browsers and
 * clients send it.
 */
export const findRedirectUriProblem = (uri: string): string | null => {
  const url = URL.parse(uri);
  if (url === null) return 'must be an absolute URL such as https://program.example/back';
  return findSchemeProblem(url) ?? findComponentProblem(uri, url) ?? findSpellingProblem(uri, url);
};

const findSchemeProblem = ({ protocol, hostname }: ParsedUrl): string | null => {
  if (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))) return null;
  if (protocol === 'http:') {
    return 'must be https; http is only allowed for localhost, 127.0.0.1 and [::1], such as http://127.0.0.1:7000/back';
  }
  // RFC 8252 7.1 allows private schemes, but any app on the device can claim them.
  return `must not use ${protocol} as the scheme. For an app on a device, use https://… (RFC 8252 7.2) or http://127.0.0.1:7000/back (7.3) with the port it listens on`;
};

const findComponentProblem = (uri: string, { username, password }: ParsedUrl): string | null => {
  if (uri.includes('#')) return 'must not have a fragment (RFC 6749 3.1.2): remove the # and the text after it';
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  return uri.includes('*') ? 'must not contain a wildcard: list each URI' : null;
};

const findSpellingProblem = (uri: string, { href }: ParsedUrl): string | null => {
  if (uri !== href) return `is sent by browsers as ${href}; register that spelling, and make the client send it`;
  // The characters of RFC 3986 2; the URL standard leaves some other characters unencoded.
  const isEncoded = /^(?:[\w\-.~:/?[\]@!$&'()+,;=]|%[0-9A-Fa-f]{2})+$/.test(uri);
  return isEncoded ? null : 'has characters that need percent-encoding, such as %20 for a space';
};
