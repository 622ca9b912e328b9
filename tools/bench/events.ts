import { Command } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { type Interruptions, measureInterruptions } from './events/measure-interruptions.ts';
import { measureNotifications, type NotificationDelay } from './events/measure-notifications.ts';
import { measurePaint, type PaintDelay } from './events/measure-paint.ts';
import { measureReconnect, type Reconnect } from './events/measure-reconnect.ts';
import { measureStreams, type Percentiles, type StreamCosts } from './events/measure-streams.ts';
import type { Table } from './table.ts';

type Options = { streams: number; agents: number };

type Results = {
  costs: StreamCosts[];
  reconnects: Reconnect[];
  notifications: NotificationDelay[];
  paints: PaintDelay[];
  interruptions: Interruptions;
};

/**
 * `npm run bench -- events`: measures open streams of events on one API process. Also measures live updates in a
 * browser.
 */
export const eventsBench = (): Command =>
  benchCommand<Options, Results>({
    command: new Command('events')
      .description('measure the cost of open streams of events, the delay of events, and interruptions')
      .option('--streams <n>', 'number of open streams', createIntegerArgumentParser(1, 100_000), 2000)
      .option(
        '--agents <n>',
        'number of other agents with open streams while live updates in a browser are measured',
        createIntegerArgumentParser(0, 10_000),
        200,
      ),
    async measure({ streams, agents }) {
      const costs: StreamCosts[] = [];
      const reconnects: Reconnect[] = [];
      const notifications: NotificationDelay[] = [];
      const paints: PaintDelay[] = [];
      for (const engine of ['sqlite', 'postgres'] as const) {
        logProgress(`${engine}: ${streams} streams`);
        costs.push(await measureStreams(engine, streams));
        logProgress(`${engine}: a restart with ${streams} streams`);
        reconnects.push(await measureReconnect(engine, streams));
        logProgress(`${engine}: notifications`);
        notifications.push(await measureNotifications(engine));
        for (const processes of [1, 2] as const) {
          logProgress(`${engine}: a browser and ${agents} agents, API processes: ${processes}`);
          paints.push(await measurePaint({ engine, agents, processes, isLive: true }));
        }
      }
      logProgress('a browser that polls');
      paints.push(await measurePaint({ engine: 'sqlite', agents: 0, processes: 1, isLive: false }));
      logProgress('interruptions');
      return { costs, reconnects, notifications, paints, interruptions: await measureInterruptions() };
    },
    tables: results => [toTable(results), toPaintTable(results), toInterruptionTable(results)],
  });

const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const formatTimes = ({ p50, p99 }: Percentiles) => `${fine.format(p50)} / ${fine.format(p99)}`;

const toTable = ({ costs, reconnects, notifications }: Results): Table => {
  const row = (name: string, aim: string, format: (each: StreamCosts) => string) => [name, aim, ...costs.map(format)];
  return {
    heading: 'Open streams of events; times in milliseconds, p50 / p99',
    columns: ['', 'aim', ...costs.map(({ engine }) => engine)],
    rows: [
      row('open streams', '2,000', ({ streams }) => fine.format(streams)),
      row('seconds until all are open', '10', ({ opening }) => fine.format(opening / 1000)),
      row('KiB of process memory per stream', '30', ({ kibibytesPerStream }) => fine.format(kibibytesPerStream)),
      row('idle: % of a processor', '5', ({ idleShare }) => fine.format(idleShare * 100)),
      row('from the request of a change to its event at the first client', '100 / 300', ({ first }) =>
        formatTimes(first),
      ),
      row('from the request of a change to its event at the last client', '', ({ last }) => formatTimes(last)),
      row('response time of a change without streams', '', ({ writeAlone }) => formatTimes(writeAlone)),
      row('response time of a change with open streams', '', ({ writeBesideStreams }) =>
        formatTimes(writeBesideStreams),
      ),
      row('p50 of a change with streams, relative to without', '1.1', ({ writeAlone, writeBesideStreams }) =>
        fine.format(writeBesideStreams.p50 / writeAlone.p50),
      ),
      [
        'seconds until all are open after a restart of the process',
        '10',
        ...reconnects.map(({ reconnecting }) => fine.format(reconnecting / 1000)),
      ],
      [
        'response time of a list while the streams reconnect',
        '- / 300',
        ...reconnects.map(({ list }) => formatTimes(list)),
      ],
      [
        'from a note to the notification of the mentioned person',
        '',
        ...notifications.map(({ delay }) => formatTimes(delay)),
      ],
    ],
  };
};

const toPaintTable = ({ paints }: Results): Table => ({
  heading: 'From the request of a change to its paint in another browser, 10 changes a second; milliseconds, p50 / p99',
  columns: ['', 'aim', ...paints.map(({ engine, isLive }) => (isLive ? engine : `${engine}, polling`))],
  rows: [
    ['API processes', '', ...paints.map(({ processes }) => fine.format(processes))],
    ['agents with a stream', '200', ...paints.map(({ agents }) => fine.format(agents))],
    ['delay', '100 / 300', ...paints.map(({ delay }) => formatTimes(delay))],
    ['changes that were not painted', '0', ...paints.map(({ missing }) => fine.format(missing))],
    ['requests of the browser a minute', '', ...paints.map(each => fine.format(each.requestsPerMinute))],
  ],
});

const toInterruptionTable = ({ interruptions }: Results): Table => ({
  heading: 'Longest time in seconds until the reply of a colleague is shown, after an interruption',
  columns: ['', 'aim', 'sqlite'],
  rows: [
    ['the network is back', '2', fine.format(interruptions.lostNetwork / 1000)],
    ['the window with the stream is closed', '5', fine.format(interruptions.closedLeader / 1000)],
  ],
});
