/** A representation, or part of one, by member name. */
export type MemberValues = Record<string, unknown>;

/**
 * Converts some members between a version and the next newer one. Both functions get those of their members that are present.
 * `toNewer` gets unvalidated values and passes on what it cannot convert, so that validation rejects it.
 */
export type MemberChange = {
  /** Names in the newer version; empty for removed members. */
  newer: readonly string[];
  /** Names in this version; empty for members added later. */
  older: readonly string[];
  toOlder(members: MemberValues): MemberValues;
  toNewer(members: MemberValues): MemberValues;
};

/** Renames a member. */
export const renamedMember = (older: string, newer: string): MemberChange => ({
  newer: [newer],
  older: [older],
  toOlder: members => ({ [older]: members[newer] }),
  toNewer: members => ({ [newer]: members[older] }),
});

/** Adds a member that the older version lacks. */
export const addedMember = (member: string): MemberChange => ({
  newer: [member],
  older: [],
  toOlder: () => ({}),
  toNewer: () => ({}),
});

/** Converts a newer body to this version, in the same order. */
export const toOlder = (changes: readonly MemberChange[], body: MemberValues): MemberValues =>
  convertMembers(
    body,
    changes.map(change => ({ from: change.newer, convert: change.toOlder })),
  );

/** Converts a body of this version to the newer one, and lists the names that this version does not have. */
export const toNewer = (
  changes: readonly MemberChange[],
  body: MemberValues,
): { body: MemberValues; unknown: string[] } => {
  const isUnknown = (name: string) => isOf('newer', name, changes) && !isOf('older', name, changes);
  const known = Object.entries(body).filter(([name]) => !isUnknown(name));
  const conversions = changes.map(change => ({ from: change.older, convert: change.toNewer }));
  return { body: convertMembers(Object.fromEntries(known), conversions), unknown: Object.keys(body).filter(isUnknown) };
};

/** Returns the name of a newer member in this version; an unknown one keeps its name. */
export const olderName = (changes: readonly MemberChange[], name: string): string =>
  changes.find(({ newer }) => newer.includes(name))?.older[0] ?? name;

/** Converts the member names of the newer version to those of this one. */
export const olderNames = (changes: readonly MemberChange[], names: readonly string[]): string[] =>
  names.flatMap(name => {
    const change = changes.find(({ newer }) => newer.includes(name));
    if (change === undefined) return [name];
    return name === change.newer[0] ? change.older : [];
  });

const isOf = (side: 'newer' | 'older', name: string, changes: readonly MemberChange[]): boolean =>
  changes.some(change => change[side].includes(name));

type Conversion = { from: readonly string[]; convert(members: MemberValues): MemberValues };

/** Replaces the first member of each conversion with the converted ones. */
const convertMembers = (body: MemberValues, conversions: readonly Conversion[]): MemberValues =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const conversion = conversions.find(({ from }) => from.includes(name));
      if (conversion === undefined) return [[name, value]];
      const present = conversion.from.filter(each => Object.hasOwn(body, each));
      return name === present[0] ? Object.entries(conversion.convert(pick(body, present))) : [];
    }),
  );

const pick = (body: MemberValues, names: readonly string[]): MemberValues =>
  Object.fromEntries(names.map(name => [name, body[name]]));
