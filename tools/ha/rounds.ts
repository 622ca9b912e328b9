import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seededRandom } from '../../api/sample/random.ts';
import { waitUntil } from '../wait-until.ts';
import { createWorkloads } from '../workloads/create-workloads.ts';
import { verifyRound } from '../workloads/verify-round.ts';
import type { Workload } from '../workloads/workload.ts';
import type { Cluster } from './cluster.ts';
import type { HaDesk } from './desk.ts';
import { type Disturbance, type DisturbanceName, disturbances } from './disturbances.ts';
import { measureRound, type RoundResult } from './measure-round.ts';
import type { Node } from './node.ts';
import { createObservation, createSteadyWriter, type Observation, type SteadyWriter } from './steady-writer.ts';
import { type StreamWatch, watchStream } from './stream-watch.ts';
import { type ReadinessWatch, watchReadiness } from './watch-readiness.ts';

type Options = {
  cluster: Cluster;
  desk: HaDesk;
  events: readonly DisturbanceName[];
  seed: number;
  onRound: (result: RoundResult) => void;
};

const steadyWriters = 2;

/** Writes to wait for before a disturbance, after it, and after the restoration. */
const writesAround = 20;

const maxDelayMilliseconds = 2000;

const recoverySeconds = 180;

/**
 * Runs a round for each event, and verifies every write of all rounds at the end. In a round, the event happens during
 * concurrent writes. Once the desk accepts writes again, all acknowledged writes of the round are checked.
 *
 * @throws the first difference of each workload in a round, with the seed; else the first difference at the end
 */
export const runRounds = async ({ cluster, desk, events, seed, onRound }: Options): Promise<void> => {
  const random = seededRandom(seed);
  const { tokens } = desk.writers;
  const losesWrites = events.some(event => (disturbances[event] as Disturbance).losesWrites);
  // The workloads require that each acknowledged write exists.
  const workloads = losesWrites ? [] : await createWorkloads(desk.writers, seed, desk.client);
  const person = await addPerson(desk);
  const writers = tokens
    .slice(0, steadyWriters)
    .map((token, index) => createSteadyWriter(token, `steady${index}`, person.id));
  for (const [index, event] of events.entries()) {
    try {
      onRound(await runRound({ cluster, desk, event, random, workloads, writers, person }));
    } catch (error) {
      throw new Error(`Round ${index + 1} of seed ${seed} failed (${event}).`, { cause: error });
    }
  }
  await Promise.all([
    ...workloads.map(workload => workload.verifyRun(desk.client)),
    ...writers.map(writer => writer.verifyRun(desk.client, losesWrites)),
  ]);
};

/** Adds the person whose browser follows the stream. The tickets of the steady writers are assigned to this person. */
const addPerson = async ({ client, writers: { tokens } }: HaDesk) => {
  const person = { name: 'Mara', email: 'mara@desk.example', password: randomBytes(16).toString('hex') };
  const { status, body } = await client.as(tokens[0] ?? '')('POST', '/v1/people', { ...person, role: 'admin' });
  if (status !== 201) throw new Error(`POST /v1/people returned ${status}`);
  return { ...person, id: String(body['id']) };
};

type Round = {
  cluster: Cluster;
  desk: HaDesk;
  event: DisturbanceName;
  random: Random;
  workloads: readonly Workload[];
  writers: readonly SteadyWriter[];
  person: Awaited<ReturnType<typeof addPerson>>;
};

const runRound = async ({ cluster, desk, event, random, workloads, writers, person }: Round): Promise<RoundResult> => {
  const { client } = desk;
  const disturbance: Disturbance = disturbances[event];
  const primary = await cluster.waitUntilHealthy();
  const send = client.as(desk.writers.tokens[0] ?? '');
  const stream = await watchStream(desk.bffUrl, person, send);
  const readiness = watchReadiness(desk.apiUrls);
  const observation = createObservation();
  let isOver = false;
  const writing = Promise.all([
    ...workloads.map(workload => workload.write(client, () => isOver)),
    ...writers.map(writer => writer.write(client, observation, () => isOver)),
  ]);
  try {
    const disturbed = disturbDesk({ cluster, desk, disturbance, primary, observation, readiness, stream, random });
    const times = await Promise.race([disturbed, writing.then(() => disturbed)]);
    isOver = true;
    await writing;
    const { losesWrites = false } = disturbance;
    const steady = await Promise.all(writers.map(writer => writer.verifyRound(client, losesWrites)));
    const acknowledged = await verifyRound(client, workloads, desk.listFindings);
    if (!losesWrites) await stream.verify(send);
    desk.requireHealthyProcesses();
    if (disturbance.isOutage) requireOutage(observation, readiness, times.startedAt);
    await cluster.waitUntilHealthy();
    const verified = {
      acknowledged: steady.reduce((sum, each) => sum + each.acknowledged, acknowledged),
      lost: steady.reduce((sum, each) => sum + each.lost, 0),
    };
    const duplicateMails = workloads.reduce((sum, workload) => sum + (workload.countDuplicates?.() ?? 0), 0);
    return measureRound(event, { ...times, ...verified, duplicateMails, observation, readiness, stream });
  } finally {
    isOver = true;
    await Promise.all([stream.stop(), readiness.stop()]);
  }
};

/** @throws if clients did not observe the outage: no write got 503, or each process stayed ready */
const requireOutage = ({ unavailable }: Observation, readiness: ReadinessWatch, startedAt: number): void => {
  if (unavailable === 0) throw new Error('No write got 503 during the outage.');
  if (readiness.firstNotReady(startedAt) === null) throw new Error('/readyz succeeded throughout the outage.');
};

type DisturbedDesk = Pick<Round, 'cluster' | 'desk' | 'random'> & {
  disturbance: Disturbance;
  primary: Node;
  observation: Observation;
  readiness: ReadinessWatch;
  stream: StreamWatch;
};

/** Waits for some writes, disturbs the cluster, and waits until the desk has recovered. */
const disturbDesk = async (options: DisturbedDesk) => {
  const { cluster, desk, disturbance, primary, observation, readiness, stream, random } = options;
  const { acknowledgedAt } = observation;
  const waitForWrites = (since: number) =>
    waitUntil('too few writes were acknowledged', recoverySeconds, async () =>
      acknowledgedAt.filter(at => at > since).length >= writesAround ? true : null,
    );
  await waitForWrites(0);
  await pause(random.between(0, maxDelayMilliseconds));
  const startedAt = performance.now();
  await disturbance.disturb(cluster, primary, desk);
  const recoveredAt = performance.now();
  await waitForWrites(recoveredAt);
  await disturbance.restore?.(cluster, primary);
  await waitForWrites(performance.now());
  await waitUntil('a process is still not ready', recoverySeconds, async () => readiness.allReadySince());
  await waitUntil('no event has arrived on the stream', recoverySeconds, async () =>
    stream.firstEventAfter(recoveredAt),
  );
  await waitUntil('no notification has arrived on the stream', recoverySeconds, async () =>
    stream.firstNotificationAfter(recoveredAt),
  );
  return { startedAt, recoveredAt };
};
