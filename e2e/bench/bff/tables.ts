import type { Table } from '../table.ts';
import type { TargetComparison } from './compare.ts';
import type { MemoryUsage } from './memory.ts';

const minimumRatio = 0.8;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The bff compared with the minimal proxy and the API itself. */
export const targetTable = (comparisons: readonly TargetComparison[]): Table => ({
  heading:
    'The bff compared with a minimal node:http proxy to the same API; ms are p50 / p99, CPU is µs per request of proxy / bff. The bff caches 1,000 opened sessions and the API their tokens: with more sessions in rotation every lookup misses',
  columns: [
    '',
    'connections',
    'sessions',
    'API/s',
    'ms',
    'proxy/s',
    'ms',
    'bff/s',
    'ms',
    'CPU µs',
    'of proxy',
    `≥ ${minimumRatio}`,
  ],
  rows: comparisons.map(each => [
    each.variant,
    ...[each.connections, each.sessions].map(whole.format),
    ...[each.api, each.pipe, each.bff].flatMap(({ perSecond, p50, p99 }) => [
      whole.format(perSecond),
      `${fine.format(p50)} / ${fine.format(p99)}`,
    ]),
    `${whole.format(each.cpu.pipe)} / ${whole.format(each.cpu.bff)}`,
    fine.format(each.bffOfPipe),
    each.bffOfPipe >= minimumRatio ? 'ok' : 'miss',
  ]),
});

/** The memory use of the bff over time. */
export const memoryTable = (usages: readonly MemoryUsage[]): Table => ({
  heading: 'Memory use of the bff after garbage collection',
  columns: ['requests', 'resident MB', 'heap MB'],
  rows: usages.map(({ requests, rss, heapUsed }) => [
    whole.format(requests),
    ...[rss, heapUsed].map(bytes => fine.format(bytes / 2 ** 20)),
  ]),
});
