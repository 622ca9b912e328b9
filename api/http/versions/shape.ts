import type { ResourceName } from '#contract/resources';

/** The kinds of entities in responses. */
export type EntityKind = ResourceName | 'event';

/** A representation, or part of one, by member name. */
type MemberValues = Record<string, unknown>;

/** The differences of one kind between an older version and the current one. */
export type VersionDifference = {
  /** The older names of renamed members, by current name. */
  renamed?: Readonly<Record<string, string>>;
  /** Current members that the older version lacks. */
  added?: readonly string[];
};

/** Converts one kind of entity between one API version and the current one, the only one that other code knows. */
export type VersionShape = {
  /** Converts a current representation, or part of one, to the version. */
  toClient(shown: MemberValues): MemberValues;
  /** Converts a body of the version to the current one, and lists the names that the version does not have. */
  fromClient(body: MemberValues): { body: MemberValues; unknown: string[] };
  /** Restores the stored value of each member that the version lacks, so that a PUT does not reset it. */
  restoreStored<Draft extends object>(draft: Draft, stored: object): Draft;
  /** Returns the version's name of a current member; undefined if the version lacks it. */
  toMemberName(member: string): string | undefined;
  /** True when the version equals the current one in this kind. */
  isCurrent: boolean;
};

/** The shape of the current version. */
export const currentShape: VersionShape = {
  toClient: shown => shown,
  fromClient: body => ({ body, unknown: [] }),
  restoreStored: draft => draft,
  toMemberName: member => member,
  isCurrent: true,
};

/** Creates the shape of an older version. */
export const createOlderShape = ({ renamed = {}, added = [] }: VersionDifference): VersionShape => {
  const olderNames = new Map<string, string | undefined>(Object.entries(renamed));
  for (const member of added) olderNames.set(member, undefined);
  const currentNames = new Map(Object.entries(renamed).map(([current, older]) => [older, current]));
  const isUnknown = (name: string) => olderNames.has(name) && !currentNames.has(name);
  const toMemberName = (member: string) => (olderNames.has(member) ? olderNames.get(member) : member);
  return {
    toMemberName,
    isCurrent: false,
    toClient: shown =>
      Object.fromEntries(
        Object.entries(shown).flatMap(([member, value]): [string, unknown][] => {
          const name = toMemberName(member);
          return name === undefined ? [] : [[name, value]];
        }),
      ),
    fromClient(body) {
      const known = Object.entries(body).filter(([name]) => !isUnknown(name));
      return {
        body: Object.fromEntries(known.map(([name, value]) => [currentNames.get(name) ?? name, value])),
        unknown: Object.keys(body).filter(isUnknown),
      };
    },
    restoreStored: (draft, stored) => ({
      ...draft,
      ...Object.fromEntries(Object.entries(stored).filter(([member]) => member in draft && added.includes(member))),
    }),
  };
};
