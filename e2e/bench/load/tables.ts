import type { Table } from '../table.ts';
import { type Beside, shareBeside } from './beside-slow-clients.ts';
import type { Load } from './facts.ts';
import type { Flooded } from './flood.ts';
import type { Held } from './held.ts';
import { kinds } from './mix.ts';
import { slowKinds } from './slow-kinds.ts';
import type { Steady } from './steady.ts';
import { type Summary, type Times, wrongWords } from './summary.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const megabytes = (bytes: number): string => fine.format(bytes / 2 ** 20);
const percent = (share: number): string => `${fine.format(share * 100)} %`;

const columns = ['answered', 'a second', 'shed', 'wrong', 'p50 ms', 'p99 ms'];

const cells = ({ answered, shed, withoutRetryAfter, wrong }: Summary, seconds: number): string[] => [
  whole.format(answered.count),
  whole.format(answered.count / seconds),
  whole.format(shed.count + withoutRetryAfter),
  wrongWords(wrong),
  fine.format(answered.p50),
  fine.format(answered.p99),
];

/** How the work went; the aim is that nothing is shed or wrong. */
export const steadyTable = ({ connections, seconds, all, byKind }: Steady): Table => ({
  heading: `${connections} connections for ${seconds} s: 70 % lists, more than half of them to see whether anything is new, 20 % reads, 10 % writes`,
  columns: ['', ...columns],
  rows: [...kinds.map(kind => [kind, ...cells(byKind[kind], seconds)]), ['all', ...cells(all, seconds)]],
});

/** What the servers held meanwhile; the aim is that it stays. */
export const heldTable = ({ steady, flood, beside: { held } }: Load): Table => ({
  heading: 'What api and bff hold, once their garbage is collected, in MiB, and connections that came to them',
  columns: ['', ...['api', 'bff'].flatMap(name => [`${name} resident`, 'heap', 'connections'])],
  rows: [...steady.held, flood.held, held.before, held.beside, held.after].map(rowOf),
});

const rowOf = ({ when, api, bff }: Held): string[] => [
  when,
  ...[api, bff].flatMap(({ rss, heapUsed, connections }) => [
    megabytes(rss),
    megabytes(heapUsed),
    whole.format(connections),
  ]),
];

/** Twice too much; the aim is that nothing is wrong. */
export const floodTable = ({ perSecond, seconds, meant, sent, connections, during }: Flooded): Table => {
  const { answered, shed, withoutRetryAfter, wrong } = during;
  const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, withoutRetryAfter);
  const row = (name: string, count: number, times?: Times): string[] => [
    name,
    whole.format(count),
    whole.format(count / seconds),
    percent(count / meant),
    times ? fine.format(times.p50) : '',
    times ? fine.format(times.p99) : '',
  ];
  return {
    heading: `${whole.format(perSecond)} requests a second, twice what was answered, for ${seconds} s, none waiting for another's answer, on ${whole.format(connections)} connections; ms from when each was due`,
    columns: ['', 'requests', 'a second', 'share', 'p50 ms', 'p99 ms'],
    rows: [
      row('meant', meant),
      row('sent', sent),
      row('answered', answered.count, answered),
      row('shed', shed.count, shed),
      row('wrong', wrongs),
    ],
  };
};

/** The aim is that all is as ever right after it. */
export const recoveryTable = ({ quiet, recovery: { firstAnswer, quick, allAnswered } }: Flooded): Table => ({
  heading: `From the end of that on: somebody who asks one thing after the other, each on a new connection, before in ${fine.format(quiet.answered.p50)} ms (p99 ${fine.format(quiet.answered.p99)})`,
  columns: ['', 'ms'],
  rows: [
    ['until the first answer', whole.format(firstAnswer)],
    ['until all answers are as quick as before', quick === undefined ? 'not in 30 s' : whole.format(quick)],
    ['until all that was sent before is answered', whole.format(allAnswered)],
  ],
});

/** Twenty connections with slow clients and without; the aim is that they notice nothing. */
export const slowClientsTable = (measured: Beside): Table => {
  const { slow, without, coming, beside, seconds } = measured;
  return {
    heading: `20 connections, without and beside ${slow} signed-in clients that send or read a byte a second; beside them ${fine.format(shareBeside(measured))} of what is answered without`,
    columns: ['', ...columns],
    rows: [
      ['without', ...cells(without, seconds.without)],
      ['while they come', ...cells(coming, seconds.coming)],
      ['beside', ...cells(beside, seconds.beside)],
    ],
  };
};

/** The aim is that each is ended in time, and in a way that it can understand. */
export const endingsTable = ({ endings, seconds }: Beside): Table => ({
  heading: `How slow clients were ended in ${seconds.beside} s, after which they came again: headers are given 15 s, a request 60 s, an answer that nobody reads more than a minute; who read slowly takes the rest in the end`,
  columns: ['', 'clients', 'ended'],
  rows: slowKinds.map(kind => {
    const ways = Object.entries(endings[kind].ways).map(([way, count]) => `${count} × ${way}`);
    return [kind, whole.format(endings[kind].clients), ways.join(', ') || '0'];
  }),
});
