const longest = 2048;
const home = '/';

/** Addresses that would start over, or end, what has just been done. */
const signInAddresses = new Set(['/login', '/auth', '/logout']);

/** Characters some parser skips or treats as a slash: backslash, controls, line and paragraph separators. */
const treacherous = /[\\\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * The address inside the app that `candidate` names: normalised path, query and fragment, ASCII only; "/" when it
 * names anything else. The answer is what gets redirected to, never the candidate: "/..//evil.example" looks harmless
 * until a browser resolves it to "//evil.example".
 */
export function safeReturnUri(candidate: unknown, publicUrl: string): string {
  if (typeof candidate !== 'string' || candidate.length > longest) return home;
  if (!candidate.startsWith('/') || treacherous.test(candidate)) return home;
  const url = URL.parse(candidate, publicUrl);
  if (url?.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return home;
  if (signInAddresses.has(url.pathname.replace(/(?<!\/)\/+$/, '').toLowerCase())) return home;
  const normalised = url.pathname + url.search + url.hash;
  return normalised.length > longest ? home : normalised;
}
