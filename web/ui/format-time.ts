const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats an age in a few letters: `now`, `5m`, `18h`, `3d`, `6w`, `2y`. Times are milliseconds since 1970. */
export function formatAge(time: number, now: number): string {
  const milliseconds = Math.max(0, now - time);
  if (milliseconds < minute) return 'now';
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)}m`;
  if (milliseconds < day) return `${Math.floor(milliseconds / hour)}h`;
  if (milliseconds < 14 * day) return `${Math.floor(milliseconds / day)}d`;
  if (milliseconds < 365 * day) return `${Math.floor(milliseconds / (7 * day))}w`;
  return `${Math.floor(milliseconds / (365 * day))}y`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const exactFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });

const getStartOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Formats a time relative to now. Examples: `09:05`, `yesterday at 16:12`, `Monday at 16:12`, `3 Nov 2025`. */
export function formatTime(time: number, now: number): string {
  const at = clock.format(time);
  // Rounded, since days with a daylight-saving change have 23 or 25 hours.
  const daysAgo = Math.round((getStartOfDay(now) - getStartOfDay(time)) / day);
  if (daysAgo === 0) return at;
  if (daysAgo === 1) return `yesterday at ${at}`;
  if (daysAgo > 1 && daysAgo < 7) return `${weekday.format(time)} at ${at}`;
  if (new Date(time).getFullYear() === new Date(now).getFullYear()) return `${date.format(time)} at ${at}`;
  return dateOfYear.format(time);
}

/** Formats a time with its full date and seconds, for tooltips. */
export const formatExactTime = (time: number): string => exactFormat.format(time);
