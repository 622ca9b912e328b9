/**
 * A reporter for `node --test` that tells how many tests there were, as JSON. Where the process ends before its tests do, it
 * says on standard error which of them was under way.
 * @param {AsyncIterable<{ type: string, data: { name?: string, file?: string, line?: number, counts?: unknown } }>} events
 */
export default async function* countTests(events) {
  let begun = 'before any test';
  const tellEnd = () => console.error(`The process ended ${begun}.`);
  process.once('exit', tellEnd);
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') begun = `in “${data.name}” (${data.file}:${data.line})`;
    // A summary without a file is that of the whole run.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    process.off('exit', tellEnd);
    yield JSON.stringify(data.counts);
  }
}
