import type { Table } from '../table.ts';
import type { Beside } from './beside-slow-clients.ts';
import type { Flooded } from './flood.ts';
import { kinds } from './mix.ts';
import type { Steady } from './steady.ts';
import type { Summary } from './summary.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const megabytes = (bytes: number): string => fine.format(bytes / 2 ** 20);

const columns = ['answered', 'a second', 'shed', 'wrong', 'p50 ms', 'p99 ms'];

const cells = ({ answered, shed, wrong, p50, p99 }: Summary, seconds: number): string[] => [
  whole.format(answered),
  whole.format(answered / seconds),
  whole.format(shed),
  wrongWords(wrong),
  fine.format(p50),
  fine.format(p99),
];

/** `0`, or how many of which status; status 0 is no answer at all. */
const wrongWords = (wrong: Summary['wrong']): string =>
  Object.entries(wrong)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '0';

/** How the work went; the aim is that nothing is shed or wrong. */
export const steadyTable = ({ connections, seconds, all, byKind }: Steady): Table => ({
  heading: `${connections} connections for ${seconds} s: 70 % lists, more than half of them to see whether anything is new, 20 % reads, 10 % writes`,
  columns: ['', ...columns],
  rows: [...kinds.map(kind => [kind, ...cells(byKind[kind], seconds)]), ['all', ...cells(all, seconds)]],
});

/** What the servers held meanwhile; the aim is that it stays. */
export const memoryTable = ({ held }: Steady): Table => ({
  heading: 'What api and bff hold meanwhile, once their garbage is collected, in MB',
  columns: ['seconds', 'api resident', 'api heap', 'bff resident', 'bff heap'],
  rows: held.map(({ seconds, api, bff }) => [
    whole.format(seconds),
    ...[api.rss, api.heapUsed, bff.rss, bff.heapUsed].map(megabytes),
  ]),
});

/** Twice too much; the aim is that nothing is wrong, and that all is as ever right after it. */
export const floodTable = ({ perSecond, seconds, during, after }: Flooded): Table => ({
  heading: `${whole.format(perSecond)} requests a second, twice what was answered, for ${seconds} s; then four connections for a second`,
  columns: ['', ...columns],
  rows: [
    ['during', ...cells(during, seconds)],
    ['right after', ...cells(after, 1)],
  ],
});

/** Twenty connections with slow clients and without; the aim is that they notice nothing. */
export const slowClientsTable = ({ slow, connected, without, beside }: Beside): Table => ({
  heading: `20 connections, without and beside ${slow} clients that send a byte a second (${connected} connected at the end); beside them ${fine.format(beside.answered / without.answered)} of what is answered without`,
  columns: ['', ...columns],
  rows: [
    ['without', ...cells(without, 15)],
    ['beside', ...cells(beside, 15)],
  ],
});
