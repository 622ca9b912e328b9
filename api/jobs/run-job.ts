import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { findStoreOutage } from '../database/outage.ts';
import { announceJob } from './enqueue.ts';
import {
  type FinishJob,
  GiveUpError,
  type Handler,
  type Job,
  type JobContext,
  type JobProgress,
  PostponedError,
} from './handler.ts';
import { type JobStore, type Lease, LeaseLostError, leaseMilliseconds } from './job-store.ts';
import { enqueueNext } from './recurring.ts';
import type { JobRow } from './representation.ts';

export type RunOptions = {
  database: Database;
  store: JobStore;
  clock: () => number;
  log: Logger;
  /** Returns a number from 0 to 1. */
  random?: () => number;
};

/** The outcome of a started job. `returned`: any process may start it again immediately. */
export type JobOutcome = 'finished' | 'failed' | 'dead' | 'postponed' | 'returned' | 'lease lost';

/** A job started by this process. */
export type StartedJob = {
  row: JobRow;
  lease: Lease;
  handler: Handler;
  controller: AbortController;
  /** True once the handler has returned or failed. Storing its outcome shows whether the job still has its lease. */
  isStoring: boolean;
};

const defaultDeadlineMilliseconds = 300_000;

const progressMilliseconds = 1000;

/** Delays differ by up to this share, so that failed jobs do not restart together. */
const jitter = 0.2;

/** The reason of signals that abort on shutdown. */
export class ShutdownError extends Error {}

/** Runs a started job and stores its outcome. Never throws. */
export const runJob = async (started: StartedJob, options: RunOptions): Promise<JobOutcome> => {
  const { row, handler } = started;
  try {
    if (row.attempts > handler.maxAttempts) throw new GiveUpError('The process ended during the last attempt.');
    const finish = await limitTime(started, () => handler.run(toJob(row), createContext(started, options)));
    started.isStoring = true;
    await storeEffect(started, finish, options);
    options.log.debug(toLogFields(row), 'job finished');
    return 'finished';
  } catch (error) {
    started.isStoring = true;
    return await storeFailureAfterOutage(started, error, options);
  }
};

const retryMilliseconds = 1000;

/** Stores a failure. Retries during an outage of the store; otherwise the job would wait until its lease expires. */
const storeFailureAfterOutage = async (
  started: StartedJob,
  error: unknown,
  options: RunOptions,
): Promise<JobOutcome> => {
  const { row, controller } = started;
  const leaseEnd = performance.now() + leaseMilliseconds;
  for (let retries = 0; ; retries++) {
    try {
      return await storeFailure(started, error, options);
    } catch (failure) {
      if (failure instanceof LeaseLostError) return storeFailure(started, failure, options);
      const isStopping = controller.signal.reason instanceof ShutdownError;
      const mayRetry = findStoreOutage(failure) !== null && !isStopping && performance.now() < leaseEnd;
      if (!mayRetry || retries === 0) {
        const next = mayRetry ? 'trying again' : 'it runs again within a minute';
        options.log.warn({ ...toLogFields(row), err: failure }, `failed to store the outcome of a job; ${next}`);
      }
      if (!mayRetry) return 'failed';
    }
    await pause(retryMilliseconds, null, { ref: false });
  }
};

const toLogFields = (row: JobRow) => ({ kind: row.kind, job: row.id, attempt: row.attempts });

const toJob = (row: JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  payload: JSON.parse(row.payload) as Job['payload'],
  attempt: row.attempts,
  progress: row.progress === null ? null : (JSON.parse(row.progress) as JobProgress),
});

const createContext = ({ lease, controller }: StartedJob, { database, store, clock, log }: RunOptions): JobContext => {
  let storedAt = Number.NEGATIVE_INFINITY;
  return {
    database,
    clock,
    log,
    signal: controller.signal,
    async setProgress(progress) {
      if (performance.now() - storedAt < progressMilliseconds) return;
      storedAt = performance.now();
      await store.setProgress(lease, progress);
    },
  };
};

/** Runs `work`. At the deadline, rejects and aborts the signal, even if the handler never returns. */
const limitTime = <T>({ handler, controller }: StartedJob, work: () => Promise<T>): Promise<T> => {
  const { deadlineMilliseconds = defaultDeadlineMilliseconds } = handler;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    reject(new DeadlineError(`The job took longer than ${deadlineMilliseconds / 1000} seconds.`));
    controller.abort(new Error('The job has reached its deadline.'));
  }, deadlineMilliseconds);
  // A handler that never returns must not delay the exit of the process.
  timer.unref();
  new Promise<T>(start => start(work())).then(resolve, reject);
  return promise.finally(() => clearTimeout(timer));
};

/** A failure whose message is a sentence for administrators. */
class DeadlineError extends Error {}

/** Deletes a job and stores its effect in one transaction. Deleting the job throws if its lease is lost. */
const storeEffect = (
  { lease, handler }: StartedJob,
  finish: FinishJob | undefined,
  { database, store, clock }: RunOptions,
): Promise<void> =>
  database.transaction(async writes => {
    if (await store.finish(writes, lease)) announceJob(writes, handler.kind);
    await finish?.(writes);
    await enqueueNext(writes, handler, clock());
  });

/** Stores a failure and logs it. */
const storeFailure = async (started: StartedJob, error: unknown, options: RunOptions): Promise<JobOutcome> => {
  const { row, lease, handler, controller } = started;
  const { store, log, random = Math.random } = options;
  const fields = toLogFields(row);
  if (error instanceof LeaseLostError) {
    log.warn(fields, 'job lost its lease, so its effect was not stored; a different process runs it');
    return 'lease lost';
  }
  if (controller.signal.reason instanceof ShutdownError) {
    await store.postpone(lease, row.run_at);
    return 'returned';
  }
  if (error instanceof PostponedError) {
    await store.postpone(lease, error.time);
    return 'postponed';
  }
  if (error instanceof GiveUpError || row.attempts >= handler.maxAttempts) {
    await store.abandon(lease, describeFailure(error));
    log.error({ ...fields, err: error }, 'job failed for the last time; retry or discard it ("desk jobs")');
    return 'dead';
  }
  const delay = handler.backoff(row.attempts) * (1 + jitter * (2 * random() - 1));
  await store.retry(lease, Math.round(delay), describeFailure(error), findStoreOutage(error) === null);
  log.warn({ ...fields, err: error, nextAttemptInSeconds: delay / 1000 }, 'job failed; it will be tried again');
  return 'failed';
};

/** Describes a failure in a sentence without values, since messages of errors may contain addresses. */
const describeFailure = (error: unknown): string => {
  if (error instanceof GiveUpError || error instanceof DeadlineError) return error.message;
  if (!(error instanceof Error)) return 'The job failed with a value that is not an error.';
  const code = 'code' in error && /^\w+$/.test(String(error.code)) ? ` ${error.code}` : '';
  return `The job failed with ${error.name}${code}; the log has the details.`;
};
