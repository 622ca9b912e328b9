import type { Table } from '../table.ts';
import type { Scale, Speed } from './measure.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** One process and two, on each engine; the same connections in all. */
export const scaleTable = (tickets: number, processors: number, scales: readonly Scale[]): Table => ({
  heading: `Requests a second of one process and of two on one store of ${whole.format(tickets)} tickets, 16 connections in all; ${processors} processors for them, the store and the bench, which has the balancers too. CPU: µs that a request takes of one process, or of one of each`,
  columns: ['', ...scales.flatMap(({ engine }) => [`${engine}, 1`, '2', '2 of 1', 'CPU'])],
  rows: [...rowsOf(scales, 'direct', 'api'), ...rowsOf(scales, 'through', 'bff and api behind balancers')],
});

const rowsOf = (scales: readonly Scale[], door: 'direct' | 'through', of: string): string[][] =>
  (scales[0]?.works ?? []).map(({ name }, index) => [
    `${of}: ${name}`,
    ...scales.flatMap(({ works }) => cells(works[index]?.[door] ?? {})),
  ]);

const cells = ({ 1: one, 2: two }: Record<number, Speed>): string[] => {
  const [first = Number.NaN, second = Number.NaN] = [one?.perSecond, two?.perSecond];
  return [whole.format(first), whole.format(second), fine.format(second / first), whole.format(one?.cpu ?? Number.NaN)];
};

/** What a store takes, a ticket's share of it. */
export const sizeTable = (tickets: number, scales: readonly Scale[]): Table => ({
  heading: `What the store of ${whole.format(tickets)} tickets takes with their messages, bytes a ticket; text is what people wrote, in UTF-8`,
  columns: ['', 'text', 'tables', 'indexes', 'search', 'all', 'all in MiB'],
  rows: scales.map(({ engine, bytes: { text, rows, indexes, search } }) => {
    const all = rows + indexes + search;
    const share = [text, rows, indexes, search, all].map(bytes => whole.format(bytes / tickets));
    return [engine, ...share, fine.format(all / 2 ** 20)];
  }),
});
