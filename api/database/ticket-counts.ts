import { states } from '#contract/vocabulary';
import { advance } from './counters.ts';
import type { Queries, Writes } from './database.ts';

/** A state as its rank in the contract's vocabulary. */
type StateRank = number;

const counterOf = (state: StateRank) => `tickets.in_state.${state}` as const;

/**
 * Counts tickets that came into a state (positive) or left it (negative), in the transaction that moved them. The counters
 * are taken in the order of the states, so that two writers never wait for each other.
 */
export const countMoves = async (writes: Writes, moves: ReadonlyMap<StateRank, number>): Promise<void> => {
  for (const state of states.keys()) {
    const by = moves.get(state) ?? 0;
    if (by !== 0) await advance(writes, counterOf(state), by);
  }
};

/** How many tickets are in these states. */
export const readCounts = async (queries: Queries, wanted: readonly StateRank[]): Promise<number> => {
  const rows = await queries
    .selectFrom('counters')
    .select('value')
    .where('name', 'in', wanted.map(counterOf))
    .execute();
  return rows.reduce((sum, { value }) => sum + value, 0);
};
