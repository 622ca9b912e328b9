const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const isMidnight = (time: Date): boolean => time.getHours() + time.getMinutes() + time.getSeconds() === 0;

/** Returns the start of a local day (`2026-11-20`) as a UTC timestamp. Undefined for an invalid date. */
export function toTimestamp(date: string): string | undefined {
  const time = new Date(`${date}T00:00:00`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z');
}

/** Returns the local day of a timestamp: `2026-11-20`; empty for an invalid timestamp. */
export function toDay(instant: string | undefined): string {
  const time = new Date(instant ?? '');
  if (Number.isNaN(time.getTime())) return '';
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${String(time.getFullYear()).padStart(4, '0')}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/** Formats a timestamp: `20 Nov 2026`, with the time unless it is midnight. Returns an invalid timestamp unchanged. */
export function formatDay(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  return isMidnight(time) ? day.format(time) : dayAndTime.format(time);
}
