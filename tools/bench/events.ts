import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { measurePaint, type PaintDelay } from './events/measure-paint.ts';
import { measureStreams, type Percentiles, type StreamCosts } from './events/measure-streams.ts';
import type { Table } from './table.ts';

type Options = { streams: number; agents: number };

/** `npm run bench -- events`: measures open streams of events on one API process, and live updates in a browser. */
export const eventsBench = (): Command =>
  benchCommand<Options, { costs: StreamCosts[]; paints: PaintDelay[] }>({
    command: new Command('events')
      .description('measure the cost of open streams of events, and the delay of events')
      .option('--streams <n>', 'number of open streams', Number, 2000)
      .option('--agents <n>', 'number of agents who follow the changes that a browser shows', Number, 200),
    async measure({ streams, agents }) {
      const costs: StreamCosts[] = [];
      const paints: PaintDelay[] = [];
      for (const engine of ['sqlite', 'postgres'] as const) {
        logProgress(`${engine}: ${streams} streams`);
        costs.push(await measureStreams(engine, streams));
        logProgress(`${engine}: a browser and ${agents} agents`);
        paints.push(await measurePaint(engine, agents));
      }
      return { costs, paints };
    },
    tables: ({ costs, paints }) => [toTable(costs), toPaintTable(paints)],
  });

const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const showTimes = ({ p50, p99 }: Percentiles) => `${fine.format(p50)} / ${fine.format(p99)}`;

const toTable = (costs: readonly StreamCosts[]): Table => {
  const row = (name: string, aim: string, show: (each: StreamCosts) => string) => [name, aim, ...costs.map(show)];
  return {
    heading: 'Open streams of events; times in milliseconds, p50 / p99',
    columns: ['', 'aim', ...costs.map(({ engine }) => engine)],
    rows: [
      row('open streams', '2,000', ({ streams }) => fine.format(streams)),
      row('seconds until all are open', '10', ({ opening }) => fine.format(opening / 1000)),
      row('KiB of the process per stream', '30', ({ kibibytesPerStream }) => fine.format(kibibytesPerStream)),
      row('idle: % of a processor', '5', ({ idleShare }) => fine.format(idleShare * 100)),
      row('from the change to one client', '100 / 300', ({ first }) => showTimes(first)),
      row('from the change to all clients', '', ({ last }) => showTimes(last)),
      row('a change without streams', '', ({ writeAlone }) => showTimes(writeAlone)),
      row('a change beside the streams', '', ({ writeBesideStreams }) => showTimes(writeBesideStreams)),
      row('the same, p50 relative to without', '1.1', ({ writeAlone, writeBesideStreams }) =>
        fine.format(writeBesideStreams.p50 / writeAlone.p50),
      ),
    ],
  };
};

const toPaintTable = (paints: readonly PaintDelay[]): Table => ({
  heading: 'From the request of a change to its paint in another browser, 10 changes a second; milliseconds, p50 / p99',
  columns: ['', 'aim', ...paints.map(({ engine }) => engine)],
  rows: [
    ['agents with a stream', '200', ...paints.map(({ agents }) => fine.format(agents))],
    ['delay', '100 / 300', ...paints.map(({ delay }) => showTimes(delay))],
    ['changes that were not painted', '0', ...paints.map(({ missing }) => fine.format(missing))],
  ],
});
