import { median } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { LibraryComparison } from './compare.ts';

const minimumRatio = 0.7;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The desk compared with the bare library. */
export const libraryTable = (comparisons: readonly LibraryComparison[]): Table => ({
  heading:
    'The desk on SQLite compared with a bare oidc-provider and its in-memory adapter (with the sign-in form, both hash a password: argon2id, 19 MiB, two passes)',
  columns: ['', 'client', 'connections', 'desk/s', 'bare/s', 'ratio', `≥ ${minimumRatio}`, 'p50 ms', 'p99 ms'],
  rows: comparisons.map(each => [
    each.work,
    each.program,
    String(each.connections),
    whole.format(each.deskPerSecond),
    whole.format(each.barePerSecond),
    fine.format(each.ratio),
    each.ratio >= minimumRatio ? 'ok' : 'miss',
    fine.format(each.p50),
    fine.format(each.p99),
  ]),
});

/** The cost of a commit on this disk: the desk needs one for each refresh, memory none. */
export const commitTable = (commitsPerSecond: readonly number[]): Table => ({
  heading: 'Commits on this disk; the in-memory adapter has none',
  columns: ['', 'per second', 'ms each'],
  rows: [
    [
      'SQLite commits, one small row, synchronous=FULL',
      whole.format(median(commitsPerSecond)),
      fine.format(1000 / median(commitsPerSecond)),
    ],
  ],
});
