import { createOlderShape, currentShape, type EntityKind, type VersionDifference, type VersionShape } from './shape.ts';

/** The released API versions, each named by its date `YYYY-MM-DD`; older ones newest first. */
type ReleasedVersions = { current: string; deprecated?: readonly DeprecatedVersion[]; retired?: readonly string[] };

/** The end of a version's support: the times of deprecation and retirement, in milliseconds since 1970. */
type SupportEnd = { since: number; sunset: number };

/** A version that is still supported. Its differences are from the current one; an omitted kind did not change. */
type DeprecatedVersion = SupportEnd & {
  date: string;
  differences: Partial<Record<EntityKind, VersionDifference>>;
};

/** A supported API version. */
export type ServedVersion = {
  date: string;
  /** Null for the current version. */
  end: SupportEnd | null;
  shapeOf(kind: EntityKind): VersionShape;
};

/** All API versions, current, deprecated and retired. */
export type ApiVersions = {
  current: ServedVersion;
  /** Newest first. */
  served: readonly ServedVersion[];
  retired: readonly string[];
};

/** Builds the versions from the released ones. */
export const createApiVersions = ({ current: date, deprecated = [], retired = [] }: ReleasedVersions): ApiVersions => {
  const current: ServedVersion = { date, end: null, shapeOf: () => currentShape };
  return { current, served: [current, ...deprecated.map(createOlderVersion)], retired };
};

const createOlderVersion = ({ date, since, sunset, differences }: DeprecatedVersion): ServedVersion => ({
  date,
  end: { since, sunset },
  shapeOf(kind) {
    const difference = differences[kind];
    return difference ? createOlderShape(difference) : currentShape;
  },
});
