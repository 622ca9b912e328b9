/** Together with the session, the cookies must fit the request header limits of proxies. */
const maxCookies = 5;
const maxBytes = 6144;
/** Proxies limit response headers too, often to 4 KiB; the next sign-in deletes the rest. */
const maxDeleted = 5;

/** A sign-in cookie. `began` is in milliseconds since 1970; null if it has expired or cannot be opened. */
export type SignInCookie = { name: string; bytes: number; began: number | null };

/** Returns the names of the cookies to delete so that `bytes` more fit: expired ones first, then the oldest. */
export function findCookiesToDelete(cookies: readonly SignInCookie[], bytes: number): string[] {
  let total = bytes;
  const toDelete = [...cookies]
    .sort((a, b) => (b.began ?? 0) - (a.began ?? 0))
    .filter((cookie, index) => {
      total += cookie.bytes;
      return cookie.began === null || index + 1 >= maxCookies || total > maxBytes;
    });
  return toDelete.slice(-maxDeleted).map(cookie => cookie.name);
}
