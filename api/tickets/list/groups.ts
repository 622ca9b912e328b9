import { priorities, states } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import type { Position, SortColumn } from '../../database/keyset.ts';

const closed = encodeEnum(states, 'closed');
const allCombinations = states.length * priorities.length;

/** The states and priorities of a set of tickets, encoded as in the database. */
export type StatesAndPriorities = { states: readonly number[]; priorities: readonly number[] };

/**
 * A part of a list whose first sort column is a time or the creation number. A list sorted by state or priority is read
 * group by group, so it needs no index for each combination of sort directions.
 */
export type Group = StatesAndPriorities & {
  columns: readonly SortColumn[];
  /** The position in the group to start from; null is its start. */
  position: Position | null;
};

/** Splits a list into groups in its order, starting with the group of the position. */
export const splitIntoGroups = (
  selected: StatesAndPriorities,
  columns: readonly SortColumn[],
  position: Position | null,
): Group[] => {
  const [first, ...rest] = columns;
  if (first === undefined) return [];
  if (first.column === 'state')
    return valuesFrom(selected.states, first, position).flatMap(({ value, within }) =>
      splitIntoGroups({ ...selected, states: [value] }, rest, within),
    );
  if (first.column === 'priority')
    return valuesFrom(selected.priorities, first, position).flatMap(({ value, within }) =>
      splitIntoGroups({ ...selected, priorities: [value] }, rest, within),
    );
  if (first.column === 'closed_at') return separateClosed(selected, [first, ...rest], position);
  return [{ ...selected, columns, position }];
};

/**
 * Sorts a column's values, starting with the value of the position. For this value, `within` is the rest of the
 * position; for the values after it, null.
 */
const valuesFrom = (values: readonly number[], { descending }: SortColumn, position: Position | null) => {
  const sorted = values.toSorted((left, right) => (descending ? right - left : left - right));
  const from = position?.[0];
  return sorted
    .filter(value => from === undefined || (descending ? value <= from : value >= from))
    .map(value => ({ value, within: position !== null && value === from ? position.slice(1) : null }));
};

/** Separates closed tickets. Other tickets have no `closed_at`, so the next column sorts them. */
const separateClosed = (
  selected: StatesAndPriorities,
  columns: readonly [SortColumn, ...SortColumn[]],
  position: Position | null,
): Group[] => {
  const [first, ...rest] = columns;
  const positionWithClosed = position === null ? null : [Math.min(1, Math.max(0, position[0] ?? 0)), ...position];
  return valuesFrom([0, 1], first, positionWithClosed).flatMap(({ value, within }) => {
    const chosen = selected.states.filter(state => (state === closed) === (value === 1));
    if (chosen.length === 0) return [];
    const part = { ...selected, states: chosen };
    return value === 1
      ? [{ ...part, columns, position: within }]
      : splitIntoGroups(part, rest, within === null ? null : within.slice(1));
  });
};

/** Returns whether these are all states and all priorities. */
export const coversAllTickets = (selected: StatesAndPriorities): boolean =>
  selected.states.length * selected.priorities.length === allCombinations;
