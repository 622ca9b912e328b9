import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../../api/database/open-database.ts';
import { enqueue } from '../../../api/jobs/enqueue.ts';
import type { Handler } from '../../../api/jobs/handler.ts';
import { createJobStore } from '../../../api/jobs/job-store.ts';
import { type Runner, startRunner } from '../../../api/jobs/runner.ts';
import { median } from '../statistics.ts';
import { addJobs, createMeasuredHandler, deleteJobs, type JobsDesk, measuredKind, waitUntilDone } from './job-store.ts';
import { startRunnerProcess } from './start-runner-process.ts';

const hour = 3_600_000;

/** Runs empty jobs in separate processes. @returns the jobs per second */
export const measureThroughput = async (
  desk: JobsDesk,
  { processes, concurrency, jobs }: { processes: number; concurrency: number; jobs: number },
): Promise<number> => {
  const runners = await Promise.all(Array.from({ length: processes }, () => startRunnerProcess(desk, { concurrency })));
  await pause(500);
  // All jobs become due together.
  await addJobs(desk.database, jobs, Date.now() + hour);
  await desk.database.transaction(writes =>
    writes
      .updateTable('jobs')
      .set({ run_at: Date.now() - 1 })
      .execute(),
  );
  const since = performance.now();
  await waitUntilDone(desk.database);
  const seconds = (performance.now() - since) / 1000;
  for (const runner of runners) await runner.stop();
  return jobs / seconds;
};

/**
 * Measures the time from a commit to the start of its job, in milliseconds. For a different process, the time includes
 * the transaction.
 */
export const measureDelays = {
  async 'the same process'(desk: JobsDesk, jobs: number): Promise<number[]> {
    const started = new Map<string, () => void>();
    const runner = startInThisProcess(
      desk,
      createMeasuredHandler(async ({ key }) => void started.get(key ?? '')?.() as undefined),
    );
    const delays: number[] = [];
    for (let number = 0; number < jobs; number++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      started.set(`${number}`, resolve);
      await desk.database.transaction(writes => enqueue(writes, measuredKind, { key: `${number}` }));
      const since = performance.now();
      await promise;
      delays.push(performance.now() - since);
      await pause(5);
    }
    await runner.stop();
    return delays;
  },

  async 'a different process'(desk: JobsDesk, jobs: number): Promise<number[]> {
    const delays: number[] = [];
    const runner = await startRunnerProcess(desk, { onDelay: milliseconds => delays.push(milliseconds) });
    await pause(500);
    for (let number = 0; number < jobs; number++) {
      const at = performance.timeOrigin + performance.now();
      await desk.database.transaction(writes => enqueue(writes, measuredKind, { payload: { at } }));
      await pause(20 + Math.random() * 40);
    }
    while (delays.length < jobs) await pause(50);
    await runner.stop();
    return delays;
  },
};

const startInThisProcess = ({ database }: Pick<JobsDesk, 'database'>, handler: Handler): Runner =>
  startRunner({
    ...{ database, store: createJobStore(database), handlers: [handler], clock: Date.now },
    ...{ log: pino({ level: 'warn' }), context: { run: (_id, work) => work() }, metrics: { observeOutcome() {} } },
  });

/** The cost of an idle runner per minute, without the PostgreSQL server. */
export type IdleCost = { statements: number; processorSeconds: number };

export const measureIdle = async ({ environment }: JobsDesk, seconds: number): Promise<IdleCost> => {
  let statements = 0;
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = environment;
  const observer = { onStatement: () => void statements++, onTransaction: () => {} };
  const database = openDatabase({ dataDir, databaseUrl, observer });
  const runner = startInThisProcess({ database }, createMeasuredHandler());
  await pause(1000);
  statements = 0;
  const before = process.cpuUsage();
  await pause(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  const cost = { statements, processorSeconds: (user + system) / 1e6 };
  await runner.stop();
  await database.close();
  const perMinute = 60 / seconds;
  return { statements: cost.statements * perMinute, processorSeconds: cost.processorSeconds * perMinute };
};

/** Measures claims of eight due jobs among waiting jobs. @returns the median in milliseconds */
export const measureClaims = async (desk: JobsDesk, waiting: number, claims: number): Promise<number> => {
  const { database } = desk;
  await deleteJobs(desk.database);
  await addJobs(database, waiting, Date.now() + 24 * hour);
  await addJobs(database, claims * 8, 1);
  const store = createJobStore(database);
  const times: number[] = [];
  for (let number = 0; number < claims; number++) {
    const since = performance.now();
    await store.claim(measuredKind, `claim ${number}`, 8);
    times.push(performance.now() - since);
  }
  await deleteJobs(desk.database);
  return median(times);
};
