/**
 * @typedef {{ level: number, time: number, msg?: string, err?: { message?: string, stack?: string } } & Record<string, unknown>} Entry
 *   a line of pino's log
 */

/** Warnings and worse; pino's numbers. */
export const warning = 40;

const names = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

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
 * Shows an entry on one line for people: `09:41:07 api warn slow query ms=812`; an error's stack follows below it.
 * @param {string} server
 * @param {Entry} entry
 */
export function formatEntry(server, entry) {
  const time = new Date(entry.time).toTimeString().slice(0, 8);
  const level = names.get(entry.level) ?? String(entry.level);
  const details = Object.entries(entry).filter(([key]) => !plumbing.has(key));
  const shown = details.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [time, server, level, entry.msg ?? entry.err?.message ?? '', ...shown].filter(Boolean).join(' ');
  const stack = entry.err?.stack ?? entry.err?.message;
  return stack ? `${head}\n  ${stack.replaceAll('\n', '\n  ')}` : head;
}
