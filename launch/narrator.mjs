import { formatEntry, parseLogLine } from './log-line.mjs';

/**
 * @typedef {{ email: string, password: string | undefined }} Administrator password: undefined when the person chose it
 * @typedef {{ administrator?: Administrator }} News what this start did for the first time
 */

/**
 * Listens to the servers: keeps the news that the greeting tells, and shows what is at least as grave as `least`. What is no log
 * entry is a sentence for people; when a start fails both servers may say the same one, and it is shown once.
 * @param {{ least: number, print(line: string): void }} options
 */
export function createNarrator({ least, print }) {
  /** @type {News} */
  const news = {};
  /** @type {Set<string>} */
  const sentences = new Set();
  let starting = true;
  return {
    news,
    /** Whether, while starting, a server said a sentence for people. */
    hasSpoken: () => sentences.size > 0,
    /** The servers have started and the news is told: from here on each line stands for itself. */
    endStart() {
      starting = false;
      sentences.clear();
      delete news.administrator;
    },
    /**
     * @param {string} server
     * @param {string} line
     */
    hear(server, line) {
      const entry = parseLogLine(line);
      if (!entry) {
        if (!sentences.has(line)) print(line);
        if (starting) sentences.add(line);
        return;
      }
      if (entry.msg === 'administrator created') news.administrator = readAdministrator(entry);
      else if (entry.level >= least) print(formatEntry(server, entry));
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
