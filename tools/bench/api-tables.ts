import type { BaselineComparison } from './compare.ts';
import type { ListGrowth } from './growth.ts';
import { deepPage } from './requests.ts';
import type { Table } from './table.ts';

const minimumRatio = { sqlite: 0.7, postgres: 0.6 };
const maximumGrowth = 1.2;
/** The desk size that larger desks are compared with. */
const referenceSize = 10_000;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const formatResult = (isMet: boolean): string => (isMet ? 'ok' : 'miss');

/** Compares the API with the baseline on one desk. On PostgreSQL, a column has the round trips of each request. */
export const baselineTable = (
  tickets: number,
  engine: keyof typeof minimumRatio,
  comparisons: readonly BaselineComparison[],
): Table => ({
  heading: `${whole.format(tickets)} tickets: medians of short rounds; the relative speed is the median of the ratios of the rounds`,
  columns: [
    ...['request', 'API req/s', 'p99 ms', 'node:http req/s', 'API / node:http', `≥ ${minimumRatio[engine]}`],
    ...(engine === 'postgres' ? ['round trips'] : []),
  ],
  rows: comparisons.map(each => [
    each.request,
    whole.format(each.apiPerSecond),
    fine.format(each.p99),
    whole.format(each.baselinePerSecond),
    fine.format(each.baselineRatio),
    each.hasTarget ? formatResult(each.baselineRatio >= minimumRatio[engine]) : '',
    ...(each.roundTrips === undefined ? [] : [whole.format(each.roundTrips)]),
  ]),
});

/** Formats the milliseconds of every list by desk size, and their growth from 10,000 tickets to the largest desk. */
export function growthTable(sizes: readonly number[], growths: readonly ListGrowth[]): Table {
  const largest = Math.max(...sizes);
  const isComparable = largest > referenceSize && sizes.includes(referenceSize);
  return {
    heading: `Milliseconds for a page by number of tickets (median, one request at a time; a page within the last 100 rows if a list has no page ${whole.format(deepPage)})`,
    columns: [
      'list',
      ...sizes.map(size => whole.format(size)),
      ...(isComparable ? ['growth', `≤ ${maximumGrowth}`] : []),
    ],
    rows: growths.map(({ list, bySize }) => {
      const growth =
        (bySize[largest]?.milliseconds ?? Number.NaN) / (bySize[referenceSize]?.milliseconds ?? Number.NaN);
      const cells = sizes.map(size => fine.format(bySize[size]?.milliseconds ?? Number.NaN));
      return [list, ...cells, ...(isComparable ? [fine.format(growth), formatResult(growth <= maximumGrowth)] : [])];
    }),
  };
}
