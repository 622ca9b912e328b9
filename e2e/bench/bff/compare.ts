import { createLoadGenerator, type LoadGenerator, type LoadRequest, type LoadRound } from '../load-generator.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import type { ProxyServers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';
import { createListShots, getTargetUrl, type ListTarget, type ListVariant } from './targets.ts';

/** Short alternating rounds, so that load from other processes affects all targets alike. */
const rounds = 10;
const warmUpSeconds = 0.3;

/** Requests per second, and percentiles of their milliseconds. */
type Speed = { perSecond: number; p50: number; p99: number };

/** The measurements of one request on all targets. */
export type TargetComparison = Record<ListTarget, Speed> & {
  variant: string;
  connections: number;
  /** The number of sessions that the requests rotate through. */
  sessions: number;
  /** Microseconds of CPU time per request. */
  cpu: { pipe: number; bff: number };
  /** The ratio of requests per second. */
  bffOfPipe: number;
};

type Measured = {
  load: LoadGenerator;
  shotOf: (turn: number) => LoadRequest;
  cpuTime(): Promise<number>;
  rounds: MeasuredRound[];
};
type MeasuredRound = LoadRound & { cpuTime: number };

/** @param seconds to measure each target */
export async function compareTargets(
  servers: ProxyServers,
  variant: ListVariant,
  { connections, signIns, seconds }: { connections: number; signIns: SignIns; seconds: number },
): Promise<TargetComparison> {
  const prepare = async (target: ListTarget): Promise<Measured> => ({
    load: createLoadGenerator(getTargetUrl(servers, target), connections),
    shotOf: await createListShots(servers, target, variant, signIns),
    cpuTime: target === 'api' ? async () => 0 : servers[target].cpuTime,
    rounds: [],
  });
  const [api, pipe, bff] = await Promise.all([prepare('api'), prepare('pipe'), prepare('bff')]);
  await alternate([api, pipe, bff], seconds);
  return {
    variant: variant.name,
    connections,
    sessions: signIns.sessions.length,
    api: computeSpeed(api),
    pipe: computeSpeed(pipe),
    bff: computeSpeed(bff),
    cpu: { pipe: computeCpuTime(pipe), bff: computeCpuTime(bff) },
    bffOfPipe: medianRatio(perSecond(bff), perSecond(pipe)),
  };
}

async function alternate(all: readonly Measured[], seconds: number): Promise<void> {
  for (const { load, shotOf } of all) await load.send(shotOf, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const each of all) {
      const cpuTimeBefore = await each.cpuTime();
      const fired = await each.load.send(each.shotOf, seconds / rounds);
      each.rounds.push({ ...fired, cpuTime: (await each.cpuTime()) - cpuTimeBefore });
    }
  }
  for (const { load } of all) await load.close();
}

const perSecond = (measured: Measured): number[] => measured.rounds.map(round => round.perSecond);

function computeSpeed(measured: Measured): Speed {
  const milliseconds = measured.rounds.flatMap(round => round.milliseconds);
  return {
    perSecond: median(perSecond(measured)),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

const computeCpuTime = (measured: Measured): number =>
  median(measured.rounds.map(({ cpuTime, milliseconds }) => cpuTime / milliseconds.length));
