import type { Table } from './table.ts';

/** A check that must pass on any machine, and the observed values. */
export type Check = { name: string; passed: boolean; observed: string };

/** The table of the checks, whose heading says whether all passed. */
export const checkTable = (checks: readonly Check[]): Table => ({
  heading: checks.every(({ passed }) => passed)
    ? 'Checks that must pass at any speed: all passed'
    : 'Checks that must pass at any speed: SOME FAILED',
  columns: ['', 'passed', 'observed'],
  rows: checks.map(({ name, passed, observed }) => [name, passed ? 'yes' : 'NO', observed]),
});
