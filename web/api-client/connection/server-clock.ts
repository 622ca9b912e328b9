/** Difference between the server's clock and this machine's, in milliseconds. */
let offsetMilliseconds = 0;

/**
 * Stores the time in the `Date` header of a response that has just arrived. The header has whole seconds. A missing or
 * invalid header is ignored.
 */
export function storeServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) offsetMilliseconds = time - Date.now();
}

/** Returns the server's time in milliseconds since 1970. Accurate to a second, or to the delay of a slow response. */
export const getServerTime = (): number => Date.now() + offsetMilliseconds;
