import { priorities, states } from '#contract/vocabulary';
import type { Position, SortColumn } from '../../database/keyset.ts';
import { rankOf } from '../../database/values.ts';

const closed = rankOf(states, 'closed');
const allCells = states.length * priorities.length;

/** Tickets of some states and priorities, ranks both. */
export type Cells = { states: readonly number[]; priorities: readonly number[] };

/**
 * A stretch of a list whose order begins with a time or the creation order. State and priority have few values: what
 * they sort is one group after the other, so that no index has to hold them in every mixture of directions.
 */
export type Group = Cells & {
  columns: readonly SortColumn[];
  /** Where in the group to begin; null is its beginning. */
  position: Position | null;
};

/** The groups of a list in its order, from the one on that a position lies in. */
export const groupsOf = (cells: Cells, columns: readonly SortColumn[], position: Position | null): Group[] => {
  const [first, ...rest] = columns;
  if (first === undefined) return [];
  if (first.column === 'state')
    return inTurn(cells.states, first, position).flatMap(({ value, within }) =>
      groupsOf({ ...cells, states: [value] }, rest, within),
    );
  if (first.column === 'priority')
    return inTurn(cells.priorities, first, position).flatMap(({ value, within }) =>
      groupsOf({ ...cells, priorities: [value] }, rest, within),
    );
  if (first.column === 'closed_at') return closedApart(cells, [first, ...rest], position);
  return [{ ...cells, columns, position }];
};

/** The values of a column in its direction, from a position's on; what is left of the position in the first of them. */
const inTurn = (values: readonly number[], { descending }: SortColumn, position: Position | null) => {
  const sorted = values.toSorted((one, other) => (descending ? other - one : one - other));
  const from = position?.[0];
  return sorted
    .filter(value => from === undefined || (descending ? value <= from : value >= from))
    .map(value => ({ value, within: position !== null && value === from ? position.slice(1) : null }));
};

/** Only closed tickets have a time of closing; with all others it is 0, and the next column sorts them. */
const closedApart = (
  cells: Cells,
  columns: readonly [SortColumn, ...SortColumn[]],
  position: Position | null,
): Group[] => {
  const [first, ...rest] = columns;
  const isIn = position === null ? null : [Math.min(1, Math.max(0, position[0] ?? 0)), ...position];
  return inTurn([0, 1], first, isIn).flatMap(({ value, within }) => {
    const chosen = cells.states.filter(state => (state === closed) === (value === 1));
    if (chosen.length === 0) return [];
    const part = { ...cells, states: chosen };
    return value === 1
      ? [{ ...part, columns, position: within }]
      : groupsOf(part, rest, within === null ? null : within.slice(1));
  });
};

/** Whether these are all tickets. */
export const isEverything = (cells: Cells): boolean => cells.states.length * cells.priorities.length === allCells;
