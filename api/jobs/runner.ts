import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext } from '../http/request-context.ts';
import { jobTopicPrefix } from './enqueue.ts';
import type { Handler } from './handler.ts';
import { maxClaimed } from './job-store.ts';
import type { JobMetrics } from './metrics.ts';
import { createPauses } from './pauses.ts';
import { ensureRecurring } from './recurring.ts';
import type { JobRow } from './representation.ts';
import { type RunOptions, runJob, ShutdownError, type StartedJob } from './run-job.ts';

export type RunnerOptions = RunOptions & {
  handlers: readonly Handler[];
  /** Adds the id of the job to its log lines. */
  context: Pick<RequestContext, 'run'>;
  metrics: Pick<JobMetrics, 'observeOutcome'>;
  /** Returns whether requests wait, so that only urgent jobs may start. */
  isBusy?: () => boolean;
  /** How long jobs may take to finish on shutdown; five seconds by default. */
  stopMilliseconds?: number;
  /** How often leases are renewed; by default every 20 seconds, a third of their duration. */
  renewMilliseconds?: number;
  /** How often missing jobs are enqueued; every minute by default. */
  ensureMilliseconds?: number;
};

/** Runs due jobs until it is stopped. */
export type Runner = {
  /** Starts no more jobs and aborts the running jobs. Releases jobs that do not finish in time. */
  stop(): Promise<void>;
};

/** How often a runner polls for jobs of other processes. */
const pollMilliseconds = 200;

const [defaultRenewMilliseconds, defaultEnsureMilliseconds] = [20_000, 60_000];

/** How long a shutdown waits for running jobs, and then for their release. */
const [defaultStopMilliseconds, returnMilliseconds] = [5000, 1000];

/** How long a shutdown waits for the current statement of the runner: the store may hang. */
const loopMilliseconds = 250;

/** For at most five of every six seconds, waiting requests delay jobs that are not urgent. */
const [busyMilliseconds, busyCycleMilliseconds] = [5000, 6000];

/** The jobs of one kind in this process. */
type Lane = { handler: Handler; running: number; mayHaveMore: boolean; claiming: Promise<void> | null };

/**
 * Starts a runner of due jobs. Jobs that this process enqueues start immediately after the commit, other jobs within
 * 200 milliseconds.
 */
export const startRunner = (options: RunnerOptions): Runner => {
  const { database, store, handlers, log, context, metrics, isBusy = () => false } = options;
  const { stopMilliseconds = defaultStopMilliseconds, renewMilliseconds = defaultRenewMilliseconds } = options;
  const { ensureMilliseconds = defaultEnsureMilliseconds } = options;
  const owner = `${process.pid}-${Date.now().toString(36)}-${randomBytes(6).toString('base64url')}`;
  const lanes = new Map<string, Lane>(
    handlers.map(handler => [handler.kind, { handler, running: 0, mayHaveMore: false, claiming: null }]),
  );
  const findFirst = store.createFindFirst(handlers.map(({ kind }) => kind));
  const stopping = new AbortController();
  /** The running jobs, each with a promise that resolves when the job has finished. */
  const started = new Map<StartedJob, Promise<void>>();
  const pauses = createPauses();
  let claims = 0;
  let busySince: number | null = null;

  const mayStart = ({ isUrgent = false }: Handler): boolean => {
    if (stopping.signal.aborted || pauses.isPaused()) return false;
    if (!isBusy()) busySince = null;
    else busySince ??= performance.now();
    return busySince === null || isUrgent || (performance.now() - busySince) % busyCycleMilliseconds > busyMilliseconds;
  };

  const claimAll = async (lane: Lane): Promise<void> => {
    const { handler } = lane;
    while (lane.mayHaveMore && lane.running < handler.concurrency && mayStart(handler)) {
      const limit = Math.min(handler.concurrency - lane.running, maxClaimed);
      lane.mayHaveMore = false;
      const token = `${owner}/${++claims}`;
      const rows = await store.claim(handler.kind, token, limit);
      pauses.reset();
      lane.mayHaveMore ||= rows.length === limit;
      for (const row of rows) start(lane, row, token);
    }
  };

  /** Starts due jobs of a lane, up to the concurrency of its handler. */
  const claim = (lane: Lane): void => {
    lane.claiming ??= claimAll(lane)
      .catch((error: unknown) => {
        lane.mayHaveMore = true;
        pauses.start();
        log.warn({ err: error, kind: lane.handler.kind }, 'failed to start jobs; the runner will try again');
      })
      .finally(() => {
        lane.claiming = null;
      });
  };

  const wake = (kind: string): void => {
    const lane = lanes.get(kind);
    if (lane === undefined) return;
    lane.mayHaveMore = true;
    claim(lane);
  };

  const start = (lane: Lane, row: JobRow, token: string): void => {
    const job = {
      row,
      lease: { n: row.n, token },
      handler: lane.handler,
      controller: new AbortController(),
      isStoring: false,
    };
    // The job was claimed while the runner was being stopped.
    if (stopping.signal.aborted) job.controller.abort(new ShutdownError('The process is shutting down.'));
    const { promise, resolve } = Promise.withResolvers<void>();
    lane.running += 1;
    started.set(job, promise);
    context.run(`job-${row.id}`, () => void run(lane, job).then(resolve));
  };

  const run = async (lane: Lane, job: StartedJob): Promise<void> => {
    const since = performance.now();
    const outcome = await runJob(job, options);
    metrics.observeOutcome(job.row.kind, outcome, (performance.now() - since) / 1000);
    lane.running -= 1;
    started.delete(job);
    // Claims once after several jobs that the same commit finished.
    if (lane.mayHaveMore) setImmediate(claim, lane);
  };

  /** Enqueues missing jobs: an administrator may have discarded them. */
  const ensureJobs = async (): Promise<number> => {
    await ensureRecurring(database, handlers);
    for (const handler of handlers) await handler.ensureJobs?.(database);
    return ensureMilliseconds;
  };

  const poll = async (): Promise<number> => {
    let next = pollMilliseconds;
    for (const { kind, run_at, now } of await findFirst()) {
      if (run_at <= now) wake(kind);
      else next = Math.min(next, run_at - now);
    }
    return next;
  };

  const renew = async (): Promise<number> => {
    const running = [...started.keys()].filter(({ isStoring }) => !isStoring);
    if (running.length === 0) return renewMilliseconds;
    const held = await store.renew(running.map(({ lease }) => lease));
    for (const job of running) {
      if (!held.has(job.lease.n) && !job.isStoring)
        job.controller.abort(new Error('A different process runs the job.'));
    }
    return renewMilliseconds;
  };

  /** Repeats `work` after the delay that it returns, until the runner is stopped. */
  const repeat = async (work: () => Promise<number>): Promise<void> => {
    while (!stopping.signal.aborted) {
      const delay = await work().catch((error: unknown) => {
        log.warn({ err: error }, 'failed to read or update jobs; the runner will try again');
        return pauses.start();
      });
      await pause(delay, null, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  };

  const unsubscribe = database.subscribe(topic => {
    if (topic.startsWith(jobTopicPrefix)) wake(topic.slice(jobTopicPrefix.length));
  });
  const loops = [repeat(ensureJobs), repeat(poll), repeat(renew)];
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      for (const { controller } of started.keys()) controller.abort(new ShutdownError('The process is shutting down.'));
      const pending = [...started.values(), ...[...lanes.values()].map(({ claiming }) => claiming)];
      await waitAtMost(stopMilliseconds, Promise.all(pending));
      const returned = [...started.keys()].map(({ lease, row }) => store.postpone(lease, row.run_at));
      await waitAtMost(returnMilliseconds, Promise.allSettled(returned));
      await waitAtMost(loopMilliseconds, Promise.all(loops));
    },
  };
};

/** Waits until the work is done, but not longer than the given time. */
const waitAtMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, pause(milliseconds, null, { ref: false })]);
