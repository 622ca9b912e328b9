import { createShape, type Difference, type Kind, type Shape } from './shape.ts';

/** A date of the API, `YYYY-MM-DD`, and what has become of it. Times are milliseconds since 1970. */
export type ApiDate = { date: string } & (
  | { is: 'current' }
  | { is: 'deprecated'; since: number; sunset: number; differences: Differences }
  /** Its differences are asked for only while an older date is still served. */
  | { is: 'retired'; differences?: Differences }
);

/** How things were at a date, each told against the next newer date; what is left out was the same. */
type Differences = Partial<Record<Kind, Difference>>;

/** A date that is served. */
export type ServedDate = {
  date: string;
  /** When it was deprecated, and when it ends; null for the current one. */
  end: { since: number; sunset: number } | null;
  shapeOf(kind: Kind): Shape;
};

/** Every date there is and was. */
export type ApiDates = {
  current: ServedDate;
  /** The newest first. */
  served: readonly ServedDate[];
  retired: ReadonlySet<string>;
};

/** Reads a list of dates, the newest first. @throws Error when the list contradicts itself: only a mistake in it can */
export const createApiDates = (dates: readonly ApiDate[]): ApiDates => {
  requireSound(dates);
  const served = dates.flatMap((entry, place): ServedDate[] => {
    if (entry.is === 'retired') return [];
    const shapes = shapesAt(dates.slice(0, place + 1));
    const end = entry.is === 'current' ? null : { since: entry.since, sunset: entry.sunset };
    return [{ date: entry.date, end, shapeOf: kind => shapes[kind] }];
  });
  const [current] = served;
  if (current === undefined) throw new Error('There is no date of the API.');
  const retired = new Set(dates.filter(({ is }) => is === 'retired').map(({ date }) => date));
  return { current, served, retired };
};

/** What every kind of thing looks like at the last of some dates. */
const shapesAt = (dates: readonly ApiDate[]): Record<Kind, Shape> => {
  const shape = (kind: Kind): Shape =>
    createShape(dates.flatMap(entry => ('differences' in entry && entry.differences?.[kind]) || []));
  return {
    ticket: shape('ticket'),
    message: shape('message'),
    gist: shape('gist'),
    person: shape('person'),
    view: shape('view'),
    event: shape('event'),
  };
};

const requireSound = (dates: readonly ApiDate[]): void => {
  dates.forEach(({ date, is }, place) => {
    const newer = dates[place - 1];
    if (!isDate(date)) throw new Error(`${date} is not a date of the API.`);
    if (newer !== undefined && newer.date <= date)
      throw new Error(`${date} stands after ${newer.date}, and is not older.`);
    if ((is === 'current') !== (place === 0)) throw new Error(`${date}: the newest date is current, and no other.`);
  });
};

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
