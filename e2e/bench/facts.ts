import type { Table } from './table.ts';

/** A check that must pass on any machine, and the observed values. */
export type Fact = { name: string; holds: boolean; seen: string };

/** The checks with the observed values. */
export const factsTable = (facts: readonly Fact[]): Table => ({
  heading: facts.every(({ holds }) => holds)
    ? 'Checks that must pass at any speed: all passed'
    : 'Checks that must pass at any speed: SOME FAILED',
  columns: ['', 'passed', 'observed'],
  rows: facts.map(({ name, holds, seen }) => [name, holds ? 'yes' : 'NO', seen]),
});
