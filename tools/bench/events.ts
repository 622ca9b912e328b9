import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { measureStreams, type Percentiles, type StreamCosts } from './events/measure-streams.ts';
import type { Table } from './table.ts';

type Options = { streams: number };

/** `npm run bench -- events`: measures open streams of events on one API process. */
export const eventsBench = (): Command =>
  benchCommand<Options, { costs: StreamCosts[] }>({
    command: new Command('events')
      .description('measure the cost of open streams of events, and the delay of events')
      .option('--streams <n>', 'number of open streams', Number, 2000),
    async measure({ streams }) {
      const costs: StreamCosts[] = [];
      for (const engine of ['sqlite', 'postgres'] as const) {
        logProgress(`${engine}: ${streams} streams`);
        costs.push(await measureStreams(engine, streams));
      }
      return { costs };
    },
    tables: ({ costs }) => [toTable(costs)],
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
