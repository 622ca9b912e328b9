/**
 * @typedef {{ level: number, time: number, msg?: string, err?: { message?: string, stack?: string } } & Record<string,
 * unknown>} Entry
 *   a line of a pino log
 */

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

const names = new Map(Object.entries(levels).map(([name, level]) => [level, name]));

/**
 * Returns the lowest level to show: warnings, unless LOG_LEVEL is set.
 * @param {string | undefined} level LOG_LEVEL
 * @returns {number} infinite for "silent" and for unknown levels
 */
export function getMinimumLevel(level) {
  if (!level) return levels.warn;
  return new Map(Object.entries(levels)).get(level) ?? Number.POSITIVE_INFINITY;
}

const hiddenFields = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err']);

/**
 * @param {string} line
 * @returns {Entry | undefined} undefined if the line is not a log entry
 */
export function parseLogLine(line) {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Formats an entry: `09:41:07 api warn slow query ms=812`. An error's stack follows on the next lines; without a stack,
 * its message follows in parentheses.
 * @param {string} server
 * @param {Entry} entry
 */
export function formatEntry(server, entry) {
  const time = new Date(entry.time).toTimeString().slice(0, 8);
  const level = names.get(entry.level) ?? String(entry.level);
  const details = Object.entries(entry).filter(([key]) => !hiddenFields.has(key));
  const formattedDetails = details.map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const { message, stack } = entry.err ?? {};
  const text = entry.msg ?? message;
  const reason = message && !stack && entry.msg ? `(${message})` : undefined;
  const head = [time, server, level, text, reason, ...formattedDetails].filter(Boolean).join(' ');
  return stack ? `${head}\n  ${stack.replaceAll('\n', '\n  ')}` : head;
}
