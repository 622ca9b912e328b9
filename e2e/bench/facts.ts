import type { Table } from './table.ts';

/** Something that holds however fast the machine is, and what was seen of it. */
export type Fact = { name: string; holds: boolean; seen: string };

/** The facts with what was seen; a run ends with failure when one does not hold. */
export const factsTable = (facts: readonly Fact[]): Table => ({
  heading: facts.every(({ holds }) => holds)
    ? 'What has to hold at any speed: all of it does'
    : 'What has to hold at any speed: NOT all of it does',
  columns: ['', 'holds', 'seen'],
  rows: facts.map(({ name, holds, seen }) => [name, holds ? 'yes' : 'NO', seen]),
});
