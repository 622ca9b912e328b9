import { median } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { Comparison } from './compare.ts';

const leastRatio = 0.7;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The desk beside the bare library. */
export const comparisonTable = (comparisons: readonly Comparison[]): Table => ({
  heading:
    'The desk on SQLite beside a bare oidc-provider with its in-memory adapter (where the form is filled in, both hash a password: argon2id, 19 MiB, two passes)',
  columns: ['', 'program', 'at once', 'desk/s', 'bare/s', 'ratio', `≥ ${leastRatio}`, 'p50 ms', 'p99 ms'],
  rows: comparisons.map(each => [
    each.work,
    each.program,
    String(each.connections),
    whole.format(each.deskPerSecond),
    whole.format(each.barePerSecond),
    fine.format(each.ratio),
    each.ratio >= leastRatio ? 'ok' : 'miss',
    fine.format(each.p50),
    fine.format(each.p99),
  ]),
});

/** What a commit costs on this disk: the desk makes one at each refresh, memory none. */
export const commitTable = (commitsPerSecond: readonly number[]): Table => ({
  heading: 'What the desk syncs to the disk, and memory never does',
  columns: ['', 'a second', 'ms each'],
  rows: [
    [
      'SQLite commits, one small row, synchronous=FULL',
      whole.format(median(commitsPerSecond)),
      fine.format(1000 / median(commitsPerSecond)),
    ],
  ],
});
