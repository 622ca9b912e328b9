/** A key is published first, then signs, and finally only verifies. */
export type KeyState = 'published' | 'signing' | 'verifying';

/** A key with its state; `since` in milliseconds since 1970. */
export type KeyWithState<Key> = { key: Key; state: KeyState; since: number };

/** A new key is published this long before it signs, so that every process and cache has it by then. */
const publishedFirstMilliseconds = 2 * 60_000;

/** Determines the states of the keys of one use, newest first; the oldest key signs from its creation. */
export const toKeyStates = <Key extends { created_at: number }>(
  keys: readonly Key[],
  now: number,
): KeyWithState<Key>[] => {
  const signingStarts = keys.map(({ created_at }, n) =>
    n === keys.length - 1 ? created_at : created_at + publishedFirstMilliseconds,
  );
  const newest = signingStarts.findIndex(start => start <= now);
  const signer = newest === -1 ? keys.length - 1 : newest;
  return keys.map((key, n) => {
    if (n < signer) return { key, state: 'published', since: key.created_at };
    if (n === signer) return { key, state: 'signing', since: signingStarts[n] ?? 0 };
    return { key, state: 'verifying', since: signingStarts[n - 1] ?? 0 };
  });
};
