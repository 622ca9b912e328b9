import { createVersionShape, type EntityKind, type VersionDifference, type VersionShape } from './shape.ts';

/** An API version, named by its date `YYYY-MM-DD`, and its status. Times are milliseconds since 1970. */
export type ApiVersion = { date: string } & (
  | { is: 'current' }
  | { is: 'deprecated'; since: number; sunset: number; differences: Differences }
  /** Needs its differences only while an older version is still served. */
  | { is: 'retired'; differences?: Differences }
);

/** Differences of each kind from the next newer version; an omitted kind did not change. */
type Differences = Partial<Record<EntityKind, VersionDifference>>;

/** A supported API version. */
export type ServedVersion = {
  date: string;
  /** The times of deprecation and retirement; null for the current version. */
  end: { since: number; sunset: number } | null;
  shapeOf(kind: EntityKind): VersionShape;
};

/** All API versions, current, deprecated and retired. */
export type ApiVersions = {
  current: ServedVersion;
  /** Newest first. */
  served: readonly ServedVersion[];
  retired: ReadonlySet<string>;
};

/** Builds the versions from a list, newest first. @throws Error for an inconsistent list, which is a programming error */
export const createApiVersions = (dates: readonly ApiVersion[]): ApiVersions => {
  requireConsistent(dates);
  const served = dates.flatMap((entry, index): ServedVersion[] => {
    if (entry.is === 'retired') return [];
    const shapes = createShapes(dates.slice(0, index + 1));
    const end = entry.is === 'current' ? null : { since: entry.since, sunset: entry.sunset };
    return [{ date: entry.date, end, shapeOf: kind => shapes[kind] }];
  });
  const [current] = served;
  if (current === undefined) throw new Error('There is no API version.');
  const retired = new Set(dates.filter(({ is }) => is === 'retired').map(({ date }) => date));
  return { current, served, retired };
};

/** Creates the shape of each kind at the oldest of the given versions. */
const createShapes = (dates: readonly ApiVersion[]): Record<EntityKind, VersionShape> => {
  const shape = (kind: EntityKind): VersionShape =>
    createVersionShape(dates.flatMap(entry => ('differences' in entry && entry.differences?.[kind]) || []));
  return {
    ticket: shape('ticket'),
    message: shape('message'),
    gist: shape('gist'),
    person: shape('person'),
    view: shape('view'),
    event: shape('event'),
  };
};

const requireConsistent = (dates: readonly ApiVersion[]): void => {
  dates.forEach(({ date, is }, index) => {
    const newer = dates[index - 1];
    if (!isCalendarDate(date)) throw new Error(`${date} is not an API version.`);
    if (newer !== undefined && newer.date <= date)
      throw new Error(`${date} must be older than ${newer.date}, which it follows.`);
    if ((is === 'current') !== (index === 0))
      throw new Error(`${date}: the newest version must be current, and all others must not.`);
  });
};

/** Accepts a valid calendar date in the format `YYYY-MM-DD`. */
export const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
