/**
 * A reporter for `node --test` that tells how many tests there were, as JSON.
 * @param {AsyncIterable<{ type: string, data: { file?: string, counts?: unknown } }>} events
 */
export default async function* countTests(events) {
  for await (const { type, data } of events) {
    // A summary without a file is that of the whole run.
    if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts);
  }
}
