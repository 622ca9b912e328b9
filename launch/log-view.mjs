import { formatEntry, parseLogLine } from './log-line.mjs';

/**
 * @typedef {{ email: string, password: string | undefined }} Administrator password: undefined if the user chose it
 * @typedef {{ administrator?: Administrator }} FirstStart what the first start created
 */

/**
 * Prints log entries of `minLevel` or higher, and lines that are not log entries unchanged. Drops all other entries.
 * Remembers the first administrator for the greeting. While starting, a message that both servers print is shown once.
 * @param {{ minLevel: number, print(line: string): void }} options
 */
export function createLogView({ minLevel, print }) {
  /** @type {FirstStart} */
  const firstStart = {};
  /** @type {Set<string>} */
  const messages = new Set();
  let starting = true;
  return {
    firstStart,
    /** Returns whether a server printed a message while starting. */
    hasShownMessage: () => messages.size > 0,
    /** Ends the startup phase: repeated lines are shown again, and the password is deleted. */
    finishStartup() {
      starting = false;
      messages.clear();
      delete firstStart.administrator;
    },
    /**
     * @param {string} server
     * @param {string} line
     */
    addLine(server, line) {
      const entry = parseLogLine(line);
      if (!entry) {
        if (!messages.has(line)) print(line);
        if (starting) messages.add(line);
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
