import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../api/sample/random.ts';
import { type ApiProcess, startApiProcess } from '../../api/testing/api-process.ts';
import { createWorkloads } from '../workloads/create-workloads.ts';
import { createTestDesk, type TestDesk } from '../workloads/test-desk.ts';
import { verifyRound } from '../workloads/verify-round.ts';
import type { Workload } from '../workloads/workload.ts';
import type { KillStore } from './kill-store.ts';

/** The target that a round kills; every round also kills the API. */
export type KillTarget = 'the API' | 'the API at its start' | 'PostgreSQL connections' | 'a PostgreSQL process';

/** The result of a run. */
export type Tally = {
  rounds: number;
  kills: Partial<Record<KillTarget, number>>;
  /** The acknowledged writes of all rounds. */
  acknowledged: number;
};

type Options = {
  rounds: number;
  /** Kills after at most this many responses. */
  maxResponses?: number;
  seed: number;
  targets: readonly KillTarget[];
  /** Awaited after the kill and before the restart. */
  onKilled?: () => Promise<void>;
  onRound?: (tally: Tally) => void;
};

/** Maximum delay of a kill after the last response that the round waits for. */
const maxDelayMilliseconds = 15;
/** Maximum delay of a kill after the start of the API. */
const maxStartDelayMilliseconds = 700;

/**
 * Runs rounds. Each has concurrent writes, a kill at a random moment, a restart, and a check of all acknowledged
 * writes. Throws the first difference of each workload, with the seed. Also throws when no write was acknowledged.
 */
export const runRounds = async (
  store: KillStore,
  { rounds, maxResponses = 150, seed, targets, onKilled, onRound }: Options,
): Promise<Tally> => {
  const random = seededRandom(seed);
  const tally: Tally = { rounds: 0, kills: {}, acknowledged: 0 };
  let api = await start(store);
  const workloads = await createWorkloads(store, seed, createTestDesk(api)).catch(async error => {
    await api.stop('SIGKILL');
    throw error;
  });
  for (let round = 1; round <= rounds; round++) {
    const target = random.pick(targets);
    const moment = {
      responses: random.between(0, maxResponses),
      milliseconds: random.between(0, maxDelayMilliseconds),
    };
    try {
      await writeAndKill({ store, api, workloads, target, moment });
      await onKilled?.();
      if (target === 'the API at its start') await killAtStart(store, random.between(0, maxStartDelayMilliseconds));
      api = await start(store);
      await store.expireLeases();
      tally.acknowledged += await verifyRound(createTestDesk(api), workloads, store.listFindings);
    } catch (error) {
      await api.stop('SIGKILL');
      throw new Error(`Round ${round} of seed ${seed} failed after killing ${target}.`, { cause: error });
    }
    tally.rounds++;
    tally.kills[target] = (tally.kills[target] ?? 0) + 1;
    onRound?.(tally);
  }
  try {
    const desk = createTestDesk(api);
    await Promise.all(workloads.map(workload => workload.verifyRun(desk)));
  } catch (error) {
    throw new Error(`The final check after ${rounds} rounds of seed ${seed} failed.`, { cause: error });
  } finally {
    await api.stop('SIGKILL');
  }
  if (tally.acknowledged === 0) throw new Error(`In ${rounds} rounds of seed ${seed} no write was acknowledged.`);
  return tally;
};

/** TRUST_PROXY lets each sign-in use its own IP address: see account.ts. */
const settings = {
  ...{ SAMPLE_DATA: 'false', LOG_LEVEL: 'info', TRUST_PROXY: 'loopback', LMTP_PORT: '0' },
  ...{ RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_IP_PER_MINUTE: '1000000' },
};

/** Starts the API without a timeout, because the final check takes minutes. */
const start = (store: KillStore): Promise<ApiProcess> =>
  startApiProcess({ ...store.environment, ...settings }, { seconds: 0 });

const killAtStart = async (store: KillStore, milliseconds: number): Promise<void> => {
  const controller = new AbortController();
  const starting = startApiProcess(store.environment, { signal: controller.signal });
  const exited = starting.then(
    api => api.stop('SIGKILL'),
    () => null,
  );
  await pause(milliseconds);
  controller.abort();
  await exited;
};

/** The moment of the kill: after this many responses and then some milliseconds. */
type KillMoment = { responses: number; milliseconds: number };

type Round = {
  store: KillStore;
  api: ApiProcess;
  workloads: readonly Workload[];
  target: KillTarget;
  moment: KillMoment;
};

const writeAndKill = async ({ store, api, workloads, target, moment }: Round): Promise<void> => {
  let responses = 0;
  let isOver = false;
  const enough = Promise.withResolvers<void>();
  const desk = countResponses(createTestDesk(api), () => {
    responses++;
    if (responses >= moment.responses) enough.resolve();
  });
  const writing = Promise.all(workloads.map(workload => workload.write(desk, () => isOver)));
  await Promise.race([enough.promise, writing]);
  await pause(moment.milliseconds);
  if (target === 'PostgreSQL connections') await store.killPostgres('connections');
  if (target === 'a PostgreSQL process') await store.killPostgres('server');
  await api.stop('SIGKILL');
  isOver = true;
  await writing;
};

const countResponses = (desk: TestDesk, count: () => void): TestDesk => ({
  ...desk,
  as: token => {
    const send = desk.as(token);
    return async (...request) => {
      const response = await send(...request);
      count();
      return response;
    };
  },
  async deliver(...mail) {
    const reply = await desk.deliver(...mail);
    count();
    return reply;
  },
});
