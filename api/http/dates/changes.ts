/** A representation, or part of one, by its members. */
export type Members = Record<string, unknown>;

/**
 * How some members of a thing differ between a date and the next newer one. Both functions are handed those of their
 * members that are there, which may be none but the first asked for, and `toNewer` sees them before anything has
 * validated them: what it cannot read it hands on, for the validation to refuse.
 */
export type Change = {
  /** What they are called at the newer date; none for what was there before and is no more. */
  newer: readonly string[];
  /** What they are called at this date; none for what was not there yet. */
  older: readonly string[];
  toOlder(members: Members): Members;
  toNewer(members: Members): Members;
};

/** `older` is what `newer` was called. */
export const renamed = (older: string, newer: string): Change => ({
  newer: [newer],
  older: [older],
  toOlder: members => ({ [older]: members[newer] }),
  toNewer: members => ({ [newer]: members[older] }),
});

/** There was no such member yet. */
export const added = (member: string): Change => ({
  newer: [member],
  older: [],
  toOlder: () => ({}),
  toNewer: () => ({}),
});

/** A newer body as this date has it, in the same order. */
export const toOlder = (changes: readonly Change[], body: Members): Members =>
  exchange(
    body,
    changes.map(change => ({ from: change.newer, make: change.toOlder })),
  );

/** A body of this date as the newer one has it, and the names in it that this date does not know. */
export const toNewer = (changes: readonly Change[], body: Members): { body: Members; unknown: string[] } => {
  const isUnknown = (name: string) => isOf('newer', name, changes) && !isOf('older', name, changes);
  const known = Object.entries(body).filter(([name]) => !isUnknown(name));
  const moves = changes.map(change => ({ from: change.older, make: change.toNewer }));
  return { body: exchange(Object.fromEntries(known), moves), unknown: Object.keys(body).filter(isUnknown) };
};

/** What this date calls a newer member; one that it does not know keeps its name. */
export const olderName = (changes: readonly Change[], name: string): string =>
  changes.find(({ newer }) => newer.includes(name))?.older[0] ?? name;

/** The members of a thing at this date, by those it has at the newer one. */
export const olderNames = (changes: readonly Change[], names: readonly string[]): string[] =>
  names.flatMap(name => {
    const change = changes.find(({ newer }) => newer.includes(name));
    if (change === undefined) return [name];
    return name === change.newer[0] ? change.older : [];
  });

const isOf = (side: 'newer' | 'older', name: string, changes: readonly Change[]): boolean =>
  changes.some(change => change[side].includes(name));

type Move = { from: readonly string[]; make(members: Members): Members };

/** Puts what a move makes where the first of its members was. */
const exchange = (body: Members, moves: readonly Move[]): Members =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const move = moves.find(({ from }) => from.includes(name));
      if (move === undefined) return [[name, value]];
      const present = move.from.filter(each => Object.hasOwn(body, each));
      return name === present[0] ? Object.entries(move.make(pick(body, present))) : [];
    }),
  );

const pick = (body: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map(name => [name, body[name]]));
