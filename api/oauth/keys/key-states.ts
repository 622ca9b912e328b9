/** What a key does: it is made known first, then signs, and at last only verifies what it signed. */
export type KeyState = 'published' | 'signing' | 'verifying';

/** Since when it has been doing that, in milliseconds since 1970. */
export type Stated<Key> = { key: Key; state: KeyState; since: number };

/** A new key is published this long before it signs, so that every process and cache knows it by then. */
const publishedFirstMilliseconds = 2 * 60_000;

/** What each of the keys of one use does. They come and go newest first; the oldest of all signed from the beginning. */
export const statesOf = <Key extends { created_at: number }>(keys: readonly Key[], now: number): Stated<Key>[] => {
  const begins = keys.map(({ created_at }, n) =>
    n === keys.length - 1 ? created_at : created_at + publishedFirstMilliseconds,
  );
  const begun = begins.findIndex(begin => begin <= now);
  const signer = begun === -1 ? keys.length - 1 : begun;
  return keys.map((key, n) => {
    if (n < signer) return { key, state: 'published', since: key.created_at };
    if (n === signer) return { key, state: 'signing', since: begins[n] ?? 0 };
    return { key, state: 'verifying', since: begins[n - 1] ?? 0 };
  });
};
