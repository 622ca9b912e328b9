import { keepEventLoopBusy } from '../load-generator.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import { type Connection, connect } from './connection.ts';
import { refresh, runCodeFlow } from './flows.ts';
import type { Program } from './program.ts';
import type { OAuthServer, OAuthServers } from './servers.ts';

/** An operation that each connection repeats. */
type Operation = {
  name: string;
  hasTarget: boolean;
  /** Repetitions on each connection in a round. */
  repetitions: number;
  /** Signs in. @returns a function that runs the operation once */
  prepare(connection: Connection, program: Program): Promise<() => Promise<unknown>>;
};

/** Signs in with a new session. Bare oidc-provider slows down as the records of a grant accumulate. */
async function signIn(connection: Connection, program: Program): Promise<string> {
  connection.deleteCookies();
  return runCodeFlow(connection, program);
}

/** The compared operations. */
export const operations: readonly Operation[] = [
  {
    name: 'refresh',
    hasTarget: true,
    // A day of the web app: eight hours, a refresh every ten minutes.
    repetitions: 48,
    async prepare(connection, program) {
      let token = await signIn(connection, program);
      return async () => {
        token = await refresh(connection, program, token);
      };
    },
  },
  {
    name: 'code flow, signed in before',
    hasTarget: false,
    repetitions: 24,
    async prepare(connection, program) {
      await signIn(connection, program);
      return () => runCodeFlow(connection, program);
    },
  },
];

/** The desk compared with bare oidc-provider. `ratio` compares the operations per second. */
export type OAuthComparison = {
  operation: string;
  program: string;
  connections: number;
  deskPerSecond: number;
  baselinePerSecond: number;
  ratio: number;
  /** Whether the ratio has a minimum. */
  hasTarget: boolean;
  /** Microseconds of processor time per operation. The disk and other processes affect them less than the rates. */
  deskProcessorTime: number;
  baselineProcessorTime: number;
  /** Milliseconds at the desk. */
  p50: number;
  p99: number;
};

type Round = { seconds: number; milliseconds: number[]; processorTime: number };

type Connected = OAuthServer & { connections: readonly Connection[] };

const warmUpSeconds = 1.5;
const minimumRounds = 5;

/**
 * Measures an operation in short alternating rounds. Load from other processes thus affects both servers alike.
 *
 * @param seconds the minimum duration of the desk's rounds; the baseline has as many rounds
 */
export async function compareOAuth(
  servers: OAuthServers,
  operation: Operation,
  program: Program,
  connections: number,
  seconds: number,
): Promise<OAuthComparison> {
  const connectAll = (server: OAuthServer): Connected => ({
    ...server,
    connections: Array.from({ length: connections }, () => connect(server.url)),
  });
  const [desk, baseline] = [connectAll(servers.desk), connectAll(servers.baseline)];
  const measure = async (minimumSeconds: number, minimum: number) => {
    const rounds: { desk: Round[]; baseline: Round[] } = { desk: [], baseline: [] };
    for (let measuredSeconds = 0; measuredSeconds < minimumSeconds || rounds.desk.length < minimum; ) {
      const round = await runRound(desk, operation, program);
      rounds.desk.push(round);
      rounds.baseline.push(await runRound(baseline, operation, program));
      measuredSeconds += round.seconds;
    }
    return rounds;
  };
  await measure(warmUpSeconds, 1);
  const rounds = await measure(seconds, minimumRounds);
  await Promise.all([...desk.connections, ...baseline.connections].map(connection => connection.close()));
  const [deskSpeeds, baselineSpeeds] = [getSpeeds(rounds.desk), getSpeeds(rounds.baseline)];
  const milliseconds = rounds.desk.flatMap(round => round.milliseconds);
  return {
    operation: operation.name,
    program: program.name,
    connections,
    deskPerSecond: median(deskSpeeds),
    baselinePerSecond: median(baselineSpeeds),
    ratio: medianRatio(deskSpeeds, baselineSpeeds),
    hasTarget: operation.hasTarget,
    deskProcessorTime: median(rounds.desk.map(getProcessorTime)),
    baselineProcessorTime: median(rounds.baseline.map(getProcessorTime)),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

async function runRound(
  { connections, processorTime }: Connected,
  { prepare, repetitions }: Operation,
  program: Program,
): Promise<Round> {
  const prepared: (() => Promise<unknown>)[] = [];
  for (const connection of connections) prepared.push(await prepare(connection, program));
  const milliseconds: number[] = [];
  const usedBefore = await processorTime();
  const startedAt = performance.now();
  const stopBusyLoop = keepEventLoopBusy();
  const repeat = async (run: () => Promise<unknown>) => {
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const since = performance.now();
      await run();
      milliseconds.push(performance.now() - since);
    }
  };
  await Promise.all(prepared.map(repeat)).finally(stopBusyLoop);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, milliseconds, processorTime: (await processorTime()) - usedBefore };
}

const getSpeeds = (rounds: readonly Round[]): number[] =>
  rounds.map(({ seconds, milliseconds }) => milliseconds.length / seconds);

const getProcessorTime = ({ processorTime, milliseconds }: Round): number => processorTime / milliseconds.length;
