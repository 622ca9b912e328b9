import type { Comparison } from './compare.ts';
import type { Growth } from './growth.ts';
import { deepPage } from './requests.ts';
import type { Table } from './table.ts';

const leastRatio = 0.7;
const mostGrowth = 1.2;
/** The size that a desk of a million is to be as fast as. */
const baseline = 10_000;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const verdict = (met: boolean): string => (met ? 'ok' : 'miss');

/** The API beside the floors on one desk. */
export const comparisonTable = (tickets: number, comparisons: readonly Comparison[]): Table => ({
  heading: `${whole.format(tickets)} tickets`,
  columns: ['request', 'API req/s', 'p99 ms', 'node:http req/s', 'ratio', 'Express req/s', 'ratio', 'aim', ''],
  rows: comparisons.map(each => [
    each.request,
    whole.format(each.apiPerSecond),
    fine.format(each.p99),
    whole.format(each.floorPerSecond),
    fine.format(each.ofFloor),
    whole.format(each.expressPerSecond),
    fine.format(each.ofExpress),
    ...aimOf(each),
  ]),
});

const aimOf = ({ aim, ofFloor, ofExpress }: Comparison): [aim: string, verdict: string] => {
  if (aim === null) return ['', ''];
  const [name, ratio] = aim === 'floor' ? ['node:http', ofFloor] : ['Express', ofExpress];
  return [`≥ ${leastRatio} of ${name}`, verdict(ratio >= leastRatio)];
};

/** Every list on desks of all sizes: milliseconds, and how much longer it takes on the largest than on one of 10,000. */
export function growthTable(sizes: readonly number[], growths: readonly Growth[]): Table {
  const largest = Math.max(...sizes);
  const isComparable = largest > baseline && sizes.includes(baseline);
  return {
    heading: `Milliseconds of a page by number of tickets (median, one request at a time; where a list has no page ${whole.format(deepPage)}, its last full one)`,
    columns: ['list', ...sizes.map(size => whole.format(size)), ...(isComparable ? ['growth', `≤ ${mostGrowth}`] : [])],
    rows: growths.map(({ list, bySize }) => {
      const growth = (bySize[largest]?.milliseconds ?? Number.NaN) / (bySize[baseline]?.milliseconds ?? Number.NaN);
      const shown = sizes.map(size => fine.format(bySize[size]?.milliseconds ?? Number.NaN));
      return [list, ...shown, ...(isComparable ? [fine.format(growth), verdict(growth <= mostGrowth)] : [])];
    }),
  };
}
