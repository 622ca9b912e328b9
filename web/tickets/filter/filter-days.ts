const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const isMidnight = (time: Date): boolean => time.getHours() + time.getMinutes() + time.getSeconds() === 0;

/** The beginning of a day here (`2026-11-20`), as the API takes an instant: in UTC. Undefined for what is no day. */
export function instantOf(date: string): string | undefined {
  const time = new Date(`${date}T00:00:00`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000Z', 'Z');
}

/** The day here in which an instant lies: `2026-11-20`; empty for what is no instant. */
export function dayOf(instant: string | undefined): string {
  const time = new Date(instant ?? '');
  if (Number.isNaN(time.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** An instant as one says it: `20 Nov 2026`, with the time where that is not midnight; what is none stays as it is. */
export function dayWords(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  return isMidnight(time) ? day.format(time) : moment.format(time);
}
