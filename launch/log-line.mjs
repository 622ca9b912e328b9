/**
 * @typedef {{ level: number, time: number, msg?: string, err?: { message?: string, stack?: string } } & Record<string, unknown>} Entry
 *   a line of pino's log
 */

/** pino's levels. */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

const names = new Map(Object.entries(levels).map(([name, level]) => [level, name]));

/**
 * What people see of the logs: warnings and worse, unless LOG_LEVEL says otherwise.
 * @param {string | undefined} level LOG_LEVEL
 * @returns {number} the least level to show; infinite for "silent"
 */
export function leastShown(level) {
  if (!level) return levels.warn;
  return new Map(Object.entries(levels)).get(level) ?? Number.POSITIVE_INFINITY;
}

const plumbing = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err']);

/**
 * @param {string} line
 * @returns {Entry | undefined} undefined when the line is no log entry
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
 * Shows an entry on one line for people: `09:41:07 api warn slow query ms=812`; an error's stack follows below it, or else its message after it.
 * @param {string} server
 * @param {Entry} entry
 */
export function formatEntry(server, entry) {
  const time = new Date(entry.time).toTimeString().slice(0, 8);
  const level = names.get(entry.level) ?? String(entry.level);
  const details = Object.entries(entry).filter(([key]) => !plumbing.has(key));
  const shown = details.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const { message, stack } = entry.err ?? {};
  const what = entry.msg ?? message;
  const why = message && !stack && entry.msg ? `(${message})` : undefined;
  const head = [time, server, level, what, why, ...shown].filter(Boolean).join(' ');
  return stack ? `${head}\n  ${stack.replaceAll('\n', '\n  ')}` : head;
}
