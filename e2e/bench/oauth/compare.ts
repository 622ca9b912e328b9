import { keepEventLoopBusy } from '../busy-event-loop.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import type { BenchClient } from './client.ts';
import { connectOAuth, type OAuthConnection } from './connection.ts';
import type { OAuthWorkload } from './workloads.ts';

const warmUpSeconds = 1.5;
const minimumRounds = 5;

/** The desk compared with the bare library in one workload of one client; the ratio is of operations per second. */
export type LibraryComparison = {
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

/** Compares in short alternating rounds, so that load from other processes affects both alike. */
export async function compareWithLibrary(
  urls: { desk: string; bare: string },
  program: BenchClient,
  work: OAuthWorkload,
  seconds: number,
): Promise<LibraryComparison> {
  const connectTo = (url: string) => Array.from({ length: work.connections }, () => connectOAuth(url));
  const [desk, bare] = [connectTo(urls.desk), connectTo(urls.bare)];
  const measure = async (minimumSeconds: number, rounds: number) => {
    const measured: { desk: Round; bare: Round }[] = [];
    for (let elapsed = 0; elapsed < minimumSeconds || measured.length < rounds; ) {
      const round = { desk: await fire(desk, program, work), bare: await fire(bare, program, work) };
      measured.push(round);
      elapsed += round.desk.seconds;
    }
    return measured;
  };
  await measure(warmUpSeconds, 1);
  const rounds = await measure(seconds, minimumRounds);
  await Promise.all([...desk, ...bare].map(connection => connection.close()));
  const [deskSpeeds, bareSpeeds] = [
    rounds.map(round => perSecond(round.desk)),
    rounds.map(round => perSecond(round.bare)),
  ];
  const milliseconds = rounds.flatMap(round => round.desk.milliseconds);
  return {
    work: work.name,
    program: program.name,
    connections: work.connections,
    deskPerSecond: median(deskSpeeds),
    barePerSecond: median(bareSpeeds),
    ratio: medianRatio(deskSpeeds, bareSpeeds),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

const perSecond = ({ seconds, milliseconds }: Round): number => milliseconds.length / seconds;

async function fire(
  connections: readonly OAuthConnection[],
  program: BenchClient,
  work: OAuthWorkload,
): Promise<Round> {
  const steps = await Promise.all(connections.map(connection => work.prepare({ connection, program })));
  const milliseconds: number[] = [];
  const startedAt = performance.now();
  const stopBusyLoop = keepEventLoopBusy();
  const run = async (step: () => Promise<unknown>) => {
    for (let time = 0; time < work.times; time++) {
      const stepStartedAt = performance.now();
      await step();
      milliseconds.push(performance.now() - stepStartedAt);
    }
  };
  await Promise.all(steps.map(run)).finally(stopBusyLoop);
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds };
}
