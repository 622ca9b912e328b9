import type { Table } from '../table.ts';
import type { Scale } from './measure.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** One process and two, on each engine. */
export const scaleTable = (tickets: number, processors: number, scales: readonly Scale[]): Table => ({
  heading: `Requests a second of one api process and of two on one store of ${whole.format(tickets)} tickets; ${processors} processors for them, the store and the bench. CPU: µs that a request takes of one process`,
  columns: ['', ...scales.flatMap(({ engine }) => [`${engine}, 1`, '2', '2 of 1', 'CPU'])],
  rows: (scales[0]?.works ?? []).map(({ name }, index) => [name, ...scales.flatMap(scale => cells(scale, index))]),
});

const cells = ({ works }: Scale, index: number): string[] => {
  const [one, two] = [1, 2].map(count => works[index]?.byProcesses[count]);
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
