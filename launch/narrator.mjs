import { formatEntry, parseLogLine, warning } from './log-line.mjs';

/**
 * @typedef {{ email: string, password: string | undefined }} Administrator password: undefined when the person chose it
 * @typedef {{ administrator?: Administrator, sampleData: boolean }} News what this start did for the first time
 */

/**
 * Listens to the servers: keeps the news that the greeting tells, and shows warnings and worse, or everything when the person
 * asked for a LOG_LEVEL. What is no log entry is a sentence meant for people; both servers' saying it is no reason to show it twice.
 * @param {{ everything: boolean, print(line: string): void }} options
 */
export function createNarrator({ everything, print }) {
  /** @type {News} */
  const news = { sampleData: false };
  /** @type {Set<string>} */
  const sentences = new Set();
  return {
    news,
    /** Whether a sentence for people was shown. */
    hasSpoken: () => sentences.size > 0,
    /**
     * @param {string} server
     * @param {string} line
     */
    hear(server, line) {
      const entry = parseLogLine(line);
      if (!entry) {
        if (!sentences.has(line)) print(line);
        sentences.add(line);
        return;
      }
      if (noteNews(news, entry)) return;
      if (everything || entry.level >= warning) print(formatEntry(server, entry));
    },
  };
}

/**
 * @param {News} news
 * @param {import('./log-line.mjs').Entry} entry
 * @returns {boolean} whether the greeting will tell it
 */
function noteNews(news, entry) {
  if (entry.msg === 'administrator created') {
    const password = typeof entry.password === 'string' ? entry.password : undefined;
    news.administrator = { email: String(entry.email), password };
    return true;
  }
  if (entry.msg !== 'sample data loaded') return false;
  news.sampleData = true;
  return true;
}
