import { formatEntry, parseLogLine } from './log-line.mjs';

/**
 * @typedef {{ email: string, password: string | undefined }} Administrator password: undefined if the user chose it
 * @typedef {{ administrator?: Administrator }} FirstStart what the first start created
 */

/**
 * Prints log entries of `minLevel` or higher, and drops all other entries. Prints lines that are not log entries
 * unchanged. During startup, prints such a line only once, because both servers may print it. Stores the first
 * administrator for the greeting.
 * @param {{ minLevel: number, print(line: string): void }} options
 */
export function createLogView({ minLevel, print }) {
  /** @type {FirstStart} */
  const firstStart = {};
  /** @type {Set<string>} */
  const plainLines = new Set();
  let starting = true;
  return {
    firstStart,
    /** Returns whether a line that is not a log entry was printed during startup. */
    hasPrintedPlainLine: () => plainLines.size > 0,
    /** Ends the startup phase: repeated lines are shown again, and the password is deleted. */
    finishStartup() {
      starting = false;
      plainLines.clear();
      delete firstStart.administrator;
    },
    /**
     * @param {string} server
     * @param {string} line
     */
    addLine(server, line) {
      const entry = parseLogLine(line);
      if (!entry) {
        if (!plainLines.has(line)) print(line);
        if (starting) plainLines.add(line);
        return;
      }
      if (entry.msg === 'administrator created') firstStart.administrator = readAdministrator(entry);
      else if (entry.level >= minLevel) print(formatEntry(server, entry));
    },
  };
}

/**
 * @param {import('./log-line.mjs').Entry} entry
 * @returns {Administrator}
 */
function readAdministrator({ email, password }) {
  return { email: String(email), password: typeof password === 'string' ? password : undefined };
}
