import type { Logger } from 'pino';
import type { JobKind } from '#contract/enums';
import type { Database, WriteTransaction } from '../database/database.ts';

/** A started job, as its handler sees it. */
export type Job = {
  id: string;
  kind: JobKind;
  key: string | null;
  payload: JobPayload;
  /** The number of this attempt, from 1. */
  attempt: number;
  progress: JobProgress | null;
};

/** Ids and small values: never a secret, an address or a text. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export type JobProgress = { done: number; total: number };

export type JobContext = {
  database: Database;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Its lines carry the id of the job. */
  log: Logger;
  /** Aborts at the deadline, on shutdown, and when another process has taken over the job. */
  signal: AbortSignal;
  /** Stores the progress, at most once a second. */
  setProgress(progress: JobProgress): Promise<void>;
};

/** The effect of a job in the store. It commits together with the deletion of the job. */
export type FinishJob = (writes: WriteTransaction) => Promise<void>;

/** Runs the jobs of one kind. Every handler is listed in handlers.ts. */
export type Handler = {
  kind: JobKind;
  /** The maximum number of jobs that a process runs at the same time. */
  concurrency: number;
  /** A job is dead after this many attempts; `Infinity` means no limit. */
  maxAttempts: number;
  /** Returns the delay after the given number of attempts, in milliseconds. */
  backoff(attempts: number): number;
  /** An attempt fails after this time; 5 minutes by default. */
  deadlineMilliseconds?: number;
  /** Effects in the store happen exactly once; effects outside may be repeated after a crash. */
  effect: 'store' | 'outside';
  /** Jobs start even while requests wait. */
  isUrgent?: boolean;
  /** If set, the kind has a recurring job. It runs again this long after it has finished. */
  everyMilliseconds?: number;
  /**
   * Enqueues the jobs that must exist: an administrator may have discarded them. It is called when a process starts and
   * every minute, so it must write only if a job is missing.
   */
  ensureJobs?(database: Database): Promise<void>;
  /**
   * Works outside of a transaction. @returns the effect in the store, if any
   * @throws `retryAt(time)` to postpone the job, `giveUp(reason)` to fail without another attempt, or another error to
   *   try again
   */
  run(job: Job, context: JobContext): Promise<FinishJob | undefined>;
};

/** The key of recurring jobs. Each kind has at most one recurring job. */
export const recurringKey = 'recurring';

/** Postpones a job without counting the attempt. */
export class PostponedError extends Error {
  /** Milliseconds since 1970. */
  readonly time: number;

  constructor(time: number) {
    super('The job is postponed.');
    this.time = time;
  }
}

/** A failure that another attempt would repeat. */
export class GiveUpError extends Error {}

/** Creates the error that postpones a job until `time`, in milliseconds since 1970. */
export const retryAt = (time: number): PostponedError => new PostponedError(time);

/** Creates the error that makes a job dead. @param reason a sentence without values, for administrators */
export const giveUp = (reason: string): GiveUpError => new GiveUpError(reason);

/** Creates a backoff that doubles from `first` to `max` milliseconds. */
export const doublingBackoff =
  (first: number, max: number): Handler['backoff'] =>
  attempts =>
    Math.min(max, first * 2 ** Math.min(attempts - 1, 30));
