const maxLength = 2048;
const home = '/';

/** Paths that would restart the sign-in or sign out. */
const signInAddresses = new Set(['/login', '/auth', '/logout']);

/**
 * Characters that some parsers skip or treat as a slash. They are the backslash, controls, and line and paragraph
 * separators.
 */
const unsafeCharacters = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Validates a return path and normalizes it to path, query and fragment in ASCII. Returns "/" for a path that is
 * invalid, too long, outside the app, or an address of the sign-in.
 * Redirects use the result, never the candidate: browsers resolve "/..//evil.example" to "//evil.example".
 */
export function safeReturnUri(candidate: unknown, publicUrl: string): string {
  if (typeof candidate !== 'string' || candidate.length > maxLength) return home;
  if (!candidate.startsWith('/') || unsafeCharacters.test(candidate)) return home;
  const url = URL.parse(candidate, publicUrl);
  if (url?.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return home;
  if (signInAddresses.has(url.pathname.replace(/(?<!\/)\/+$/, '').toLowerCase())) return home;
  const normalized = url.pathname + url.search + url.hash;
  return normalized.length > maxLength ? home : normalized;
}
