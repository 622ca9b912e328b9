import { median, medianRatio, percentile } from '../statistics.ts';
import { stayAwake } from '../stay-awake.ts';
import { type Connection, connect } from './connection.ts';
import type { Program } from './program.ts';
import type { Work } from './works.ts';

const warmUpSeconds = 1.5;
const fewestRounds = 5;

/** The desk beside the bare library in one work of one program; the ratio is of how much is done a second. */
export type Comparison = {
  work: string;
  program: string;
  connections: number;
  deskPerSecond: number;
  barePerSecond: number;
  ratio: number;
  /** Milliseconds at the desk. */
  p50: number;
  p99: number;
};

type Round = { seconds: number; milliseconds: number[] };

/** Rounds are short and take turns: a busy moment of the machine meets both. */
export async function compare(
  urls: { desk: string; bare: string },
  program: Program,
  work: Work,
  seconds: number,
): Promise<Comparison> {
  const connectTo = (url: string) => Array.from({ length: work.connections }, () => connect(url));
  const [desk, bare] = [connectTo(urls.desk), connectTo(urls.bare)];
  const measure = async (atLeast: number, least: number) => {
    const rounds: { desk: Round; bare: Round }[] = [];
    for (let measured = 0; measured < atLeast || rounds.length < least; ) {
      const round = { desk: await fire(desk, program, work), bare: await fire(bare, program, work) };
      rounds.push(round);
      measured += round.desk.seconds;
    }
    return rounds;
  };
  await measure(warmUpSeconds, 1);
  const rounds = await measure(seconds, fewestRounds);
  await Promise.all([...desk, ...bare].map(connection => connection.close()));
  const [ours, theirs] = [rounds.map(round => perSecond(round.desk)), rounds.map(round => perSecond(round.bare))];
  const milliseconds = rounds.flatMap(round => round.desk.milliseconds);
  return {
    work: work.name,
    program: program.name,
    connections: work.connections,
    deskPerSecond: median(ours),
    barePerSecond: median(theirs),
    ratio: medianRatio(ours, theirs),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

const perSecond = ({ seconds, milliseconds }: Round): number => milliseconds.length / seconds;

async function fire(connections: readonly Connection[], program: Program, work: Work): Promise<Round> {
  const steps = await Promise.all(connections.map(connection => work.prepare({ connection, program })));
  const milliseconds: number[] = [];
  const begun = performance.now();
  const sleep = stayAwake();
  const run = async (step: () => Promise<unknown>) => {
    for (let time = 0; time < work.times; time++) {
      const since = performance.now();
      await step();
      milliseconds.push(performance.now() - since);
    }
  };
  await Promise.all(steps.map(run)).finally(sleep);
  return { seconds: (performance.now() - begun) / 1000, milliseconds };
}
