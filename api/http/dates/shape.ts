import { isDeepStrictEqual } from 'node:util';
import type { ResourceName } from '#contract/operation';
import { type Change, type Members, olderName, olderNames, toNewer, toOlder } from './changes.ts';

/** The kinds of things that answers show. */
export type Kind = ResourceName | 'event';

/** What differs in one kind of thing between a date and the next newer one. */
export type Difference = {
  members?: readonly Change[];
  /** Turns the parameters of a list, as the address has them, into the newer ones: filters, sort keys, words. */
  parameters?(given: Readonly<Record<string, string>>): Record<string, string>;
};

/** How one kind of thing looks at one date. Everything behind it knows today's form alone. */
export type Shape = {
  /** Today's representation, or part of one, as the date shows it. */
  toClient(shown: Members): Members;
  /** A body written at the date as today has it, and the names in it that the date does not know. */
  fromClient(body: Members): { body: Members; unknown: string[] };
  /**
   * What is meant by today's `draft` when it was written at the date: a member in which the date cannot tell it from
   * what is stored stays as it is stored. So whoever puts back what it read changes nothing, not even what it never saw.
   */
  settle<Draft extends object>(draft: Draft, stored: object): Draft;
  /** What the date calls one of today's members. */
  nameOf(member: string): string;
  /** The date's members, by today's. */
  namesOf(members: readonly string[]): string[];
  /** Parameters written at the date as today has them. */
  parameters(given: Record<string, string>): Record<string, string>;
  /** Whether the date is like today in this. */
  isToday: boolean;
};

/** A thing as it is today. */
const today: Shape = {
  toClient: shown => shown,
  fromClient: body => ({ body, unknown: [] }),
  settle: draft => draft,
  nameOf: member => member,
  namesOf: members => [...members],
  parameters: given => given,
  isToday: true,
};

/** The shape at a date, by the differences that lie between it and today, the newest first. */
export const createShape = (differences: readonly Difference[]): Shape =>
  differences.reduce((newer, difference) => older(newer, difference), today);

/** One date back from `newer`. */
const older = (newer: Shape, { members: changes = [], parameters = given => ({ ...given }) }: Difference): Shape => {
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
    const kept = { ...settled, [name]: value };
    const looksAlike = isDeepStrictEqual(toClient(membersOf(kept)), toClient(membersOf(settled)));
    if (Object.hasOwn(draft, name) && looksAlike) settled = kept;
  }
  return settled;
};

const membersOf = (thing: object): Members => Object.fromEntries(Object.entries(thing));
