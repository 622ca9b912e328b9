import { slowKinds } from '../../../e2e/slow-client-kinds.ts';
import type { Table } from '../table.ts';
import type { LoadResults } from './checks.ts';
import type { OverloadResults } from './overload.ts';
import { requestKinds } from './request-mix.ts';
import type { Steady } from './steady.ts';
import { formatFailures, type Summary, type Times } from './summary.ts';
import type { ServerUsage } from './usage.ts';
import { computeRateShare, type SlowClientRun } from './with-slow-clients.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const megabytes = (bytes: number): string => fine.format(bytes / 2 ** 20);
const percent = (share: number): string => `${fine.format(share * 100)}%`;

const columns = ['answered', 'per second', 'shed', 'failed', 'p50 ms', 'p99 ms'];

const cells = ({ answered, shed, withoutRetryAfter, failed }: Summary, seconds: number): string[] => [
  whole.format(answered.count),
  whole.format(answered.count / seconds),
  whole.format(shed.count + withoutRetryAfter),
  formatFailures(failed),
  fine.format(answered.p50),
  fine.format(answered.p99),
];

/** The steady work; the aim is that nothing is shed or fails. */
export const steadyTable = ({ connections, seconds, all, byKind }: Steady): Table => ({
  heading: `${connections} connections for ${seconds} s: 70% lists (more than half of them polls), 20% reads, 10% writes`,
  columns: ['', ...columns],
  rows: [...requestKinds.map(kind => [kind, ...cells(byKind[kind], seconds)]), ['all', ...cells(all, seconds)]],
});

/** The servers' resource usage; the aim is that it does not grow. */
export const usageTable = ({ steady, overload, withSlowClients: { usage } }: LoadResults): Table => ({
  heading: 'Memory of api and bff after garbage collection in MiB, and accepted connections',
  columns: ['', ...['api', 'bff'].flatMap(name => [`${name} resident`, `${name} heap`, `${name} connections`])],
  rows: [...steady.usages, overload.usage, usage.before, usage.during, usage.after].map(formatRow),
});

const formatRow = ({ when, api, bff }: ServerUsage): string[] => [
  when,
  ...[api, bff].flatMap(({ rss, heapUsed, connections }) => [
    megabytes(rss),
    megabytes(heapUsed),
    whole.format(connections),
  ]),
];

/** The overload; the aim is that nothing fails. */
export const overloadTable = ({ perSecond, seconds, planned, sent, connections, during }: OverloadResults): Table => {
  const { answered, shed, withoutRetryAfter, failed } = during;
  const failures = Object.values(failed).reduce((sum, count) => sum + count, withoutRetryAfter);
  const row = (name: string, count: number, times?: Times): string[] => [
    name,
    whole.format(count),
    whole.format(count / seconds),
    percent(count / planned),
    times ? fine.format(times.p50) : '',
    times ? fine.format(times.p99) : '',
  ];
  return {
    heading: `Overload: ${whole.format(perSecond)} requests per second, twice the steady response rate, for ${seconds} s, independent of responses, on ${whole.format(connections)} connections; ms from the planned time of each request`,
    columns: ['', 'requests', 'per second', 'share of planned', 'p50 ms', 'p99 ms'],
    rows: [
      row('planned', planned),
      row('sent', sent),
      row('answered', answered.count, answered),
      row('shed', shed.count, shed),
      row('failed', failures),
    ],
  };
};

/** The recovery; the aim is that responses are immediately as fast as before. */
export const recoveryTable = ({ quiet, recovery: { firstSuccess, quick, allResponded } }: OverloadResults): Table => ({
  heading: `After the overload: sequential requests on new connections, which took ${fine.format(quiet.answered.p50)} ms before (p99 ${fine.format(quiet.answered.p99)})`,
  columns: ['', 'ms'],
  rows: [
    ['until the first successful response', whole.format(firstSuccess)],
    ['until all responses are as fast as before', quick === undefined ? 'not in 30 s' : whole.format(quick)],
    ['until all requests of the overload have a response', whole.format(allResponded)],
  ],
});

/** Twenty connections with slow clients and without; the aim is no difference. */
export const slowClientsTable = (measured: SlowClientRun): Table => {
  const { slow, without, connecting, withSlow, seconds } = measured;
  return {
    heading: `20 connections without and with ${slow} signed-in clients that send or read a byte per second; the rate with them is ${fine.format(computeRateShare(measured))} of the rate without them`,
    columns: ['', ...columns],
    rows: [
      ['without', ...cells(without, seconds.without)],
      ['while they connect', ...cells(connecting, seconds.connecting)],
      ['with', ...cells(withSlow, seconds.withSlow)],
    ],
  };
};

/** The slow clients. The aim is that slow senders are disconnected in time, with a status. */
export const outcomesTable = ({ outcomes, seconds }: SlowClientRun): Table => ({
  heading: `Outcomes of slow clients, which reconnect, within ${seconds.withSlow} s. Timeouts: 15 s for headers, 60 s for a body, 2 minutes for an unread response. At the end, slow readers read the rest at full speed`,
  columns: ['', 'clients', 'outcomes'],
  rows: slowKinds.map(kind => {
    const counts = Object.entries(outcomes[kind].counts).map(([outcome, count]) => `${count} × ${outcome}`);
    return [kind, whole.format(outcomes[kind].clients), counts.join(', ') || '0'];
  }),
});
