/** The API's limit. */
const maxQueries = 10;
/** Limits the encoded queries of a request, since the API rejects URLs over 8 KiB. */
const maxCharacters = 5000;

/**
 * Creates a function that counts the tickets of a query. Queries that are counted before the next microtask share
 * requests. The function rejects if its request fails or the response lacks the count.
 *
 * @param send returns the counts of several queries, in order
 */
export function createCountBatch<Count>(
  send: (queries: readonly string[]) => Promise<readonly Count[]>,
): (query: string) => Promise<Count> {
  let pending = new Map<string, PromiseWithResolvers<readonly Count[]>>();
  const sendPending = (): void => {
    const batch = pending;
    pending = new Map();
    for (const queries of splitIntoRequests([...batch.keys()])) {
      const sent = send(queries);
      queries.forEach((query, index) => {
        batch.get(query)?.resolve(sent.then(counts => counts.slice(index, index + 1)));
      });
    }
  };
  return async query => {
    if (pending.size === 0) queueMicrotask(sendPending);
    const counted = pending.get(query) ?? Promise.withResolvers();
    pending.set(query, counted);
    const [count] = await counted.promise;
    if (count === undefined) throw new Error(`The response has no count of "${query}"`);
    return count;
  };
}

function splitIntoRequests(queries: readonly string[]): string[][] {
  const requests: string[][] = [[]];
  for (const query of queries) {
    const last = requests.at(-1) ?? [];
    const isFull = last.length === maxQueries || encodeURIComponent([...last, query].join(';')).length > maxCharacters;
    if (isFull && last.length > 0) requests.push([query]);
    else last.push(query);
  }
  return requests;
}
