/** Together with the session they must fit the header limit of servers on the way. */
const mostAtOnce = 5;
const mostBytes = 6144;
/** Servers on the way limit the headers of answers too, often at 4 KiB; the rest goes with the next sign-in. */
const mostDropped = 5;

/** The cookie of a sign-in: when that began, in milliseconds since 1970, or null when it is over or not to be opened. */
export type KeptCookie = { name: string; bytes: number; began: number | null };

/** The names of the cookies that must go so that one of `bytes` more fits: dead ones first, then the oldest. */
export function crowdedOut(kept: readonly KeptCookie[], bytes: number): string[] {
  let total = bytes;
  const going = [...kept]
    .sort((a, b) => (b.began ?? 0) - (a.began ?? 0))
    .filter((cookie, index) => {
      total += cookie.bytes;
      return cookie.began === null || index + 1 >= mostAtOnce || total > mostBytes;
    });
  return going.slice(-mostDropped).map(cookie => cookie.name);
}
