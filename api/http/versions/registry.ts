import {
  createOlderConverter,
  currentConverter,
  type EntityKind,
  type VersionConverter,
  type VersionDifference,
} from './version-converter.ts';

/** The released API versions by date `YYYY-MM-DD`, newest first. */
type ReleasedVersions = { current: string; deprecated?: readonly DeprecatedVersion[]; retired?: readonly string[] };

/** The times of a version's deprecation (`since`) and retirement (`sunset`), in milliseconds since 1970. */
type SupportEnd = { since: number; sunset: number };

/**
 * A version that is still supported, with its differences from the current version. An omitted kind has no differences.
 */
type DeprecatedVersion = SupportEnd & {
  date: string;
  differences: Partial<Record<EntityKind, VersionDifference>>;
};

/** A supported API version. */
export type ServedVersion = {
  date: string;
  /** Null for the current version. */
  end: SupportEnd | null;
  getConverter(kind: EntityKind): VersionConverter;
};

/** All API versions, current, deprecated and retired. */
export type ApiVersions = {
  current: ServedVersion;
  /** Newest first. */
  served: readonly ServedVersion[];
  retired: readonly string[];
};

/** Builds the API versions from the released versions. */
export const createApiVersions = ({ current: date, deprecated = [], retired = [] }: ReleasedVersions): ApiVersions => {
  const current: ServedVersion = { date, end: null, getConverter: () => currentConverter };
  return { current, served: [current, ...deprecated.map(createOlderVersion)], retired };
};

const createOlderVersion = ({ date, since, sunset, differences }: DeprecatedVersion): ServedVersion => ({
  date,
  end: { since, sunset },
  getConverter(kind) {
    const difference = differences[kind];
    return difference ? createOlderConverter(difference) : currentConverter;
  },
});
