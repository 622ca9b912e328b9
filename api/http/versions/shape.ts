import { isDeepStrictEqual } from 'node:util';
import type { ResourceName } from '#contract/operation';
import { type MemberChange, type MemberValues, olderName, olderNames, toNewer, toOlder } from './member-changes.ts';

/** The kinds of entities in responses. */
export type EntityKind = ResourceName | 'event';

/** The differences of one kind between a version and the next newer one. */
export type VersionDifference = {
  members?: readonly MemberChange[];
  /** Converts the query parameters of a list to the newer version: filters, sort keys, search terms. */
  parameters?(given: Readonly<Record<string, string>>): Record<string, string>;
};

/** Converts one kind of entity between one API version and the current one, the only one that other code knows. */
export type VersionShape = {
  /** Converts a current representation, or part of one, to the version. */
  toClient(shown: MemberValues): MemberValues;
  /** Converts a body of the version to the current one, and lists the names that the version does not have. */
  fromClient(body: MemberValues): { body: MemberValues; unknown: string[] };
  /**
   * Restores the stored value of each member that looks the same in the version. So a client that writes back what it read
   * changes nothing, not even values that the version cannot express.
   */
  restoreStored<Draft extends object>(draft: Draft, stored: object): Draft;
  /** Returns the version's name of a current member. */
  toMemberName(member: string): string;
  /** Converts current member names to those of the version. */
  toMemberNames(members: readonly string[]): string[];
  /** Converts query parameters of the version to the current ones. */
  upgradeParameters(given: Record<string, string>): Record<string, string>;
  /** True when the version equals the current one in this kind. */
  isCurrent: boolean;
};

const currentShape: VersionShape = {
  toClient: shown => shown,
  fromClient: body => ({ body, unknown: [] }),
  restoreStored: draft => draft,
  toMemberName: member => member,
  toMemberNames: members => [...members],
  upgradeParameters: given => given,
  isCurrent: true,
};

/** Creates a version's shape from the differences between it and the current version, newest first. */
export const createVersionShape = (differences: readonly VersionDifference[]): VersionShape =>
  differences.reduce((newer, difference) => createOlder(newer, difference), currentShape);

/** Returns the shape one version before `newer`. */
const createOlder = (
  newer: VersionShape,
  { members: changes = [], parameters = given => ({ ...given }) }: VersionDifference,
): VersionShape => {
  const toClient = (shown: MemberValues) => toOlder(changes, newer.toClient(shown));
  return {
    toClient,
    fromClient(written) {
      const { body, unknown } = toNewer(changes, written);
      const raised = newer.fromClient(body);
      return { body: raised.body, unknown: [...unknown, ...raised.unknown] };
    },
    restoreStored: (draft, stored) => settle(toClient, draft, stored),
    toMemberName: member => olderName(changes, newer.toMemberName(member)),
    toMemberNames: members => olderNames(changes, newer.toMemberNames(members)),
    upgradeParameters: given => newer.upgradeParameters(parameters(given)),
    isCurrent: false,
  };
};

const settle = <Draft extends object>(toClient: VersionShape['toClient'], draft: Draft, stored: object): Draft => {
  let settled = draft;
  for (const [name, value] of Object.entries(stored)) {
    const restored = { ...settled, [name]: value };
    const looksSame = isDeepStrictEqual(toClient(toMembers(restored)), toClient(toMembers(settled)));
    if (Object.hasOwn(draft, name) && looksSame) settled = restored;
  }
  return settled;
};

const toMembers = (value: object): MemberValues => Object.fromEntries(Object.entries(value));
