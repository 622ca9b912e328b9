/**
 * @typedef {{ type: string, data: EventData }} TestEvent
 * @typedef {{ name?: string, file?: string, line?: number, nesting?: number, counts?: object, skip?: string | boolean,
 * details?: { duration_ms: number } }} EventData
 */

/**
 * Reports the counts of a test run as JSON. The report also has the duration of each file, and the reasons of skipped
 * tests. If the process exits before its tests have finished, the reporter names the running test on standard error.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* countTests(events) {
  let runningTest = 'before any test';
  const reportExit = () => console.error(`The process exited ${runningTest}.`);
  process.once('exit', reportExit);
  /** The file of the last completed test. A suite declared by a fixture counts for the file of the tests in it. */
  let testFile = '';
  /** @type {Map<string, number>} */
  const durations = new Map();
  /** @type {Set<string>} */
  const skipReasons = new Set();
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') runningTest = `in “${data.name}” (${data.file}:${data.line})`;
    if (type === 'test:complete' && data.details) {
      if (data.file && isTestFile(data.file)) testFile = data.file;
      if (data.nesting === 0) durations.set(testFile, (durations.get(testFile) ?? 0) + data.details.duration_ms);
    }
    if (typeof data.skip === 'string') skipReasons.add(data.skip);
    // A summary without a file belongs to the whole run.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    process.off('exit', reportExit);
    const files = [...durations].map(([file, milliseconds]) => ({ file, milliseconds }));
    yield JSON.stringify({ ...data.counts, durations: files, skipReasons: [...skipReasons] });
  }
}

const isTestFile = (/** @type {string} */ path) => /\.test\.\w+$/.test(path);
