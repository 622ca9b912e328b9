/**
 * @typedef {{ type: string, data: EventData }} TestEvent
 * @typedef {{ name?: string, file?: string, line?: number, nesting?: number, counts?: object, details?: { duration_ms: number } }} EventData
 */

/**
 * Reports the counts of a `node --test` run and how long each file took, as JSON. Where the process exits before its tests
 * are finished, it writes to standard error which test was running.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* countTests(events) {
  let running = 'before any test';
  const reportExit = () => console.error(`The process ended ${running}.`);
  process.once('exit', reportExit);
  /** Of the test that completed last. A suite that a fixture declares counts for the file of the tests within. */
  let testFile = '';
  /** @type {Map<string, number>} */
  const durations = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') running = `in “${data.name}” (${data.file}:${data.line})`;
    if (type === 'test:complete' && data.details) {
      if (data.file && isTestFile(data.file)) testFile = data.file;
      if (data.nesting === 0) durations.set(testFile, (durations.get(testFile) ?? 0) + data.details.duration_ms);
    }
    // A summary without a file is that of the whole run.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    process.off('exit', reportExit);
    const files = [...durations].map(([file, milliseconds]) => ({ file, milliseconds }));
    yield JSON.stringify({ ...data.counts, durations: files });
  }
}

const isTestFile = (/** @type {string} */ path) => /\.test\.\w+$/.test(path);
