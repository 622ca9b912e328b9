import type { ResourceName } from '#contract/resources';

/** Kinds of items: resources, grants and script tokens. */
export type ItemKind = ResourceName | 'grant' | 'script_token';

/** The kinds of entities in responses. */
export type EntityKind = ItemKind | 'event';

/** A representation, or part of one, by member name. */
type MemberValues = Record<string, unknown>;

/** How a kind of entity in an older version differs from the current version. */
export type VersionDifference = {
  /** The older names of renamed members, by current name. */
  renamed?: Readonly<Record<string, string>>;
  /** Current members that the older version lacks. */
  added?: readonly string[];
};

/** Converts an entity between an API version and the current version. */
export type VersionConverter = {
  /** Converts a current representation, or part of one, to the version. */
  toClient(representation: MemberValues): MemberValues;
  /** Converts a body to the current version. `unknown` lists the current names in it that the version lacks. */
  fromClient(body: MemberValues): { body: MemberValues; unknown: string[] };
  /** Restores the stored values of members that the version lacks. A PUT must not reset them. */
  restoreStored<Draft extends object>(draft: Draft, stored: object): Draft;
  /** Returns the version's name of a current member; undefined if the version lacks it. */
  toMemberName(member: string): string | undefined;
  /** True when the kind has no differences from the current version. */
  isCurrent: boolean;
};

/** Converts nothing. */
export const currentConverter: VersionConverter = {
  toClient: representation => representation,
  fromClient: body => ({ body, unknown: [] }),
  restoreStored: draft => draft,
  toMemberName: member => member,
  isCurrent: true,
};

/** Creates the converter of an older version with differences. */
export const createOlderConverter = ({ renamed = {}, added = [] }: VersionDifference): VersionConverter => {
  const olderNames = new Map<string, string | undefined>(Object.entries(renamed));
  for (const member of added) olderNames.set(member, undefined);
  const currentNames = new Map(Object.entries(renamed).map(([current, older]) => [older, current]));
  const isUnknown = (name: string) => olderNames.has(name) && !currentNames.has(name);
  const toMemberName = (member: string) => (olderNames.has(member) ? olderNames.get(member) : member);
  return {
    toMemberName,
    isCurrent: false,
    toClient: representation =>
      Object.fromEntries(
        Object.entries(representation).flatMap(([member, value]): [string, unknown][] => {
          const name = toMemberName(member);
          return name === undefined ? [] : [[name, value]];
        }),
      ),
    fromClient(body) {
      const members = Object.entries(body).filter(([name]) => !isUnknown(name));
      return {
        body: Object.fromEntries(members.map(([name, value]) => [currentNames.get(name) ?? name, value])),
        unknown: Object.keys(body).filter(isUnknown),
      };
    },
    restoreStored: (draft, stored) => ({
      ...draft,
      ...Object.fromEntries(Object.entries(stored).filter(([member]) => member in draft && added.includes(member))),
    }),
  };
};
