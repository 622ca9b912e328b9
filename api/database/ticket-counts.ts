import { states } from '#contract/enums';
import { type CounterChange, incrementCounter } from './counters.ts';
import type { Queries, WriteTransaction } from './database.ts';

/** A state as an index into the contract's `states`. */
type StateIndex = number;

const counterName = (state: StateIndex) => `tickets.in_state.${state}` as const;

/**
 * Adds `moves` to the ticket counts by state, in the transaction of the change. Counters are locked in the order of the
 * states, which prevents deadlocks.
 */
export const updateStateCounts = async (
  writes: WriteTransaction,
  moves: ReadonlyMap<StateIndex, number>,
): Promise<void> => {
  for (const state of states.keys()) {
    const change = moves.get(state) ?? 0;
    if (change !== 0) await incrementCounter(writes, counterName(state), change);
  }
};

/**
 * Returns the counter changes for a ticket, in the order of the states. `before` is undefined for a new ticket, `after`
 * for a deleted ticket.
 */
export const countStateChange = (before: StateIndex | undefined, after: StateIndex | undefined): CounterChange[] => {
  const moves = new Map<StateIndex | undefined, number>(
    before === after
      ? []
      : [
          [before, -1],
          [after, 1],
        ],
  );
  return [...states.keys()].flatMap(state => {
    const change = moves.get(state);
    return change === undefined ? [] : [[counterName(state), change] as const];
  });
};

/** Returns the number of tickets in these states. */
export const readTicketCount = async (queries: Queries, stateIndexes: readonly StateIndex[]): Promise<number> => {
  const rows = await queries
    .selectFrom('counters')
    .select('value')
    .where('name', 'in', stateIndexes.map(counterName))
    .execute();
  return rows.reduce((sum, { value }) => sum + value, 0);
};
