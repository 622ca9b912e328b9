const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in as few letters as a column has room for: `now`, `5m`, `18h`, `3d`, `6w`, `2y`. */
export function age(time: number, now: number): string {
  const passed = Math.max(0, now - time);
  if (passed < minute) return 'now';
  if (passed < hour) return `${Math.floor(passed / minute)}m`;
  if (passed < day) return `${Math.floor(passed / hour)}h`;
  if (passed < 14 * day) return `${Math.floor(passed / day)}d`;
  if (passed < 365 * day) return `${Math.floor(passed / (7 * day))}w`;
  return `${Math.floor(passed / (365 * day))}y`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });

const midnightBefore = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** When, as one would say it: `09:05` today, `yesterday at 16:12`, `Monday at 16:12`, `3 Nov at 16:12`, `3 Nov 2025`. */
export function when(time: number, now: number): string {
  const at = clock.format(time);
  // Rounded, since a day of the clock change has 23 or 25 hours.
  const daysAgo = Math.round((midnightBefore(now) - midnightBefore(time)) / day);
  if (daysAgo === 0) return at;
  if (daysAgo === 1) return `yesterday at ${at}`;
  if (daysAgo > 1 && daysAgo < 7) return `${weekday.format(time)} at ${at}`;
  if (new Date(time).getFullYear() === new Date(now).getFullYear()) return `${date.format(time)} at ${at}`;
  return dateOfYear.format(time);
}

/** The whole truth, for those who point at it. */
export const exact = (time: number): string => exactly.format(time);
