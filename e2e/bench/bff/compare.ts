import { connect, type Load, type Round, type Shot } from '../fire.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import type { Servers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';
import { type Asked, shotsOf, urlOf, type Way } from './ways.ts';

/** Short ones, taken in turns: this way a busy moment of the machine meets everybody. */
const rounds = 10;
const warmUpSeconds = 0.3;

/** Requests a second, the milliseconds of half of them and of all but one of a hundred. */
type Speed = { perSecond: number; p50: number; p99: number };

/** One request on all ways. */
export type Comparison = Record<Way, Speed> & {
  asked: string;
  connections: number;
  /** Signed in, taking turns. */
  sessions: number;
  /** Microseconds of processor time that a request takes of each. */
  cpu: { pipe: number; bff: number };
  /** Of requests a second. */
  bffOfPipe: number;
};

type Measured = { load: Load; shotOf: (turn: number) => Shot; cpuTime(): Promise<number>; rounds: MeasuredRound[] };
type MeasuredRound = Round & { cpuTime: number };

/** @param seconds on each way */
export async function compare(
  servers: Servers,
  asked: Asked,
  { connections, signIns, seconds }: { connections: number; signIns: SignIns; seconds: number },
): Promise<Comparison> {
  const begin = async (way: Way): Promise<Measured> => ({
    load: connect(urlOf(servers, way), connections),
    shotOf: await shotsOf(servers, way, asked, signIns),
    cpuTime: way === 'api' ? async () => 0 : servers[way].cpuTime,
    rounds: [],
  });
  const [api, pipe, bff] = await Promise.all([begin('api'), begin('pipe'), begin('bff')]);
  await takeTurns([api, pipe, bff], seconds);
  return {
    asked: asked.name,
    connections,
    sessions: signIns.sessions.length,
    api: speedOf(api),
    pipe: speedOf(pipe),
    bff: speedOf(bff),
    cpu: { pipe: cpuOf(pipe), bff: cpuOf(bff) },
    bffOfPipe: medianRatio(perSecond(bff), perSecond(pipe)),
  };
}

async function takeTurns(all: readonly Measured[], seconds: number): Promise<void> {
  for (const { load, shotOf } of all) await load.fire(shotOf, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const each of all) {
      const since = await each.cpuTime();
      const fired = await each.load.fire(each.shotOf, seconds / rounds);
      each.rounds.push({ ...fired, cpuTime: (await each.cpuTime()) - since });
    }
  }
  for (const { load } of all) await load.close();
}

const perSecond = (measured: Measured): number[] => measured.rounds.map(round => round.perSecond);

function speedOf(measured: Measured): Speed {
  const milliseconds = measured.rounds.flatMap(round => round.milliseconds);
  return {
    perSecond: median(perSecond(measured)),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

const cpuOf = (measured: Measured): number =>
  median(measured.rounds.map(({ cpuTime, milliseconds }) => cpuTime / milliseconds.length));
