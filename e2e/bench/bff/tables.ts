import type { Table } from '../table.ts';
import type { Comparison } from './compare.ts';
import type { Held } from './memory.ts';

const leastRatio = 0.8;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The bff beside the pipe and the API itself. */
export const comparisonTable = (comparisons: readonly Comparison[]): Table => ({
  heading:
    'The bff beside a bare node:http pipe to the same API; milliseconds are p50 / p99, processor time of a request is of pipe / bff. It remembers 1,000 sessions that it has opened: of more in turns it finds none, nor does the API find their tokens',
  columns: [
    '',
    'at once',
    'sessions',
    'API/s',
    'ms',
    'pipe/s',
    'ms',
    'bff/s',
    'ms',
    'CPU µs',
    'of pipe',
    `≥ ${leastRatio}`,
  ],
  rows: comparisons.map(each => [
    each.asked,
    ...[each.connections, each.sessions].map(whole.format),
    ...[each.api, each.pipe, each.bff].flatMap(({ perSecond, p50, p99 }) => [
      whole.format(perSecond),
      `${fine.format(p50)} / ${fine.format(p99)}`,
    ]),
    `${whole.format(each.cpu.pipe)} / ${whole.format(each.cpu.bff)}`,
    fine.format(each.bffOfPipe),
    each.bffOfPipe >= leastRatio ? 'ok' : 'miss',
  ]),
});

/** What the bff holds as it goes on. */
export const memoryTable = (held: readonly Held[]): Table => ({
  heading: 'What the bff holds once its garbage is collected',
  columns: ['requests', 'resident MB', 'heap MB'],
  rows: held.map(({ requests, rss, heapUsed }) => [
    whole.format(requests),
    ...[rss, heapUsed].map(bytes => fine.format(bytes / 2 ** 20)),
  ]),
});
