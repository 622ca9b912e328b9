import type { Table } from '../table.ts';
import type { Scale, Speed } from './measure.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** One process compared with two on each engine, with the same number of connections. */
export const scaleTable = (tickets: number, processors: number, scales: readonly Scale[]): Table => ({
  heading: `Requests per second of one process and of two on one store of ${whole.format(tickets)} tickets, 16 connections in total, on ${processors} processors shared with the store, the benchmark and its balancers. CPU: µs per request of one process, or of one bff and one api`,
  columns: ['', ...scales.flatMap(({ engine }) => [`${engine}, 1`, '2', '2 / 1', 'CPU'])],
  rows: [...formatRows(scales, 'direct', 'api'), ...formatRows(scales, 'through', 'bff and api behind balancers')],
});

const formatRows = (scales: readonly Scale[], route: 'direct' | 'through', label: string): string[][] =>
  (scales[0]?.works ?? []).map(({ name }, index) => [
    `${label}: ${name}`,
    ...scales.flatMap(({ works }) => cells(works[index]?.[route] ?? {})),
  ]);

const cells = ({ 1: one, 2: two }: Record<number, Speed>): string[] => {
  const [first = Number.NaN, second = Number.NaN] = [one?.perSecond, two?.perSecond];
  return [whole.format(first), whole.format(second), fine.format(second / first), whole.format(one?.cpu ?? Number.NaN)];
};

/** The size of a store per ticket. */
export const sizeTable = (tickets: number, scales: readonly Scale[]): Table => ({
  heading: `Size of the store of ${whole.format(tickets)} tickets with their messages, in bytes per ticket; text is the UTF-8 text that people wrote`,
  columns: ['', 'text', 'tables', 'indexes', 'search', 'total', 'total in MiB'],
  rows: scales.map(({ engine, bytes: { text, rows, indexes, search } }) => {
    const all = rows + indexes + search;
    const share = [text, rows, indexes, search, all].map(bytes => whole.format(bytes / tickets));
    return [engine, ...share, fine.format(all / 2 ** 20)];
  }),
});
