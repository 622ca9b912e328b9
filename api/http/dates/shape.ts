import { isDeepStrictEqual } from 'node:util';
import type { ResourceName } from '#contract/operation';
import { type Change, type Members, olderName, olderNames, toNewer, toOlder } from './changes.ts';

/** The kinds of entities in responses. */
export type Kind = ResourceName | 'event';

/** The differences of one kind between a version and the next newer one. */
export type Difference = {
  members?: readonly Change[];
  /** Converts the query parameters of a list to the newer version: filters, sort keys, search terms. */
  parameters?(given: Readonly<Record<string, string>>): Record<string, string>;
};

/** Converts one kind of entity between one API version and the current one, the only one that other code knows. */
export type Shape = {
  /** Converts a current representation, or part of one, to the version. */
  toClient(shown: Members): Members;
  /** Converts a body of the version to the current one, and lists the names that the version does not have. */
  fromClient(body: Members): { body: Members; unknown: string[] };
  /**
   * Restores the stored value of each member that looks the same in the version. So a client that writes back what it read
   * changes nothing, not even values that the version cannot express.
   */
  settle<Draft extends object>(draft: Draft, stored: object): Draft;
  /** Returns the version's name of a current member. */
  nameOf(member: string): string;
  /** Converts current member names to those of the version. */
  namesOf(members: readonly string[]): string[];
  /** Converts query parameters of the version to the current ones. */
  parameters(given: Record<string, string>): Record<string, string>;
  /** True when the version equals the current one in this kind. */
  isToday: boolean;
};

const currentShape: Shape = {
  toClient: shown => shown,
  fromClient: body => ({ body, unknown: [] }),
  settle: draft => draft,
  nameOf: member => member,
  namesOf: members => [...members],
  parameters: given => given,
  isToday: true,
};

/** Creates a version's shape from the differences between it and the current version, newest first. */
export const createShape = (differences: readonly Difference[]): Shape =>
  differences.reduce((newer, difference) => createOlder(newer, difference), currentShape);

/** Returns the shape one version before `newer`. */
const createOlder = (
  newer: Shape,
  { members: changes = [], parameters = given => ({ ...given }) }: Difference,
): Shape => {
  const toClient = (shown: Members) => toOlder(changes, newer.toClient(shown));
  return {
    toClient,
    fromClient(written) {
      const { body, unknown } = toNewer(changes, written);
      const raised = newer.fromClient(body);
      return { body: raised.body, unknown: [...unknown, ...raised.unknown] };
    },
    settle: (draft, stored) => settle(toClient, draft, stored),
    nameOf: member => olderName(changes, newer.nameOf(member)),
    namesOf: members => olderNames(changes, newer.namesOf(members)),
    parameters: given => newer.parameters(parameters(given)),
    isToday: false,
  };
};

const settle = <Draft extends object>(toClient: Shape['toClient'], draft: Draft, stored: object): Draft => {
  let settled = draft;
  for (const [name, value] of Object.entries(stored)) {
    const restored = { ...settled, [name]: value };
    const looksSame = isDeepStrictEqual(toClient(toMembers(restored)), toClient(toMembers(settled)));
    if (Object.hasOwn(draft, name) && looksSame) settled = restored;
  }
  return settled;
};

const toMembers = (value: object): Members => Object.fromEntries(Object.entries(value));
