import { Counter, Gauge, type Registry } from 'prom-client';
import { jobKinds, jobStates } from '#contract/enums';
import { createPlainHistogram } from '#server/plain-metrics';
import type { KindCounts } from './administration.ts';
import type { JobOutcome } from './run-job.ts';

export type JobMetrics = {
  /** Records the outcome and the duration of a job that this process has run. */
  observeOutcome(kind: string, outcome: JobOutcome, seconds: number): void;
};

/** In seconds. */
const durationBuckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Adds gauges of the stored jobs, which are counted at each scrape. */
export const observeStoredJobs = (
  registry: Registry,
  count: () => Promise<KindCounts[]>,
  clock: () => number,
): void => {
  let counting: Promise<KindCounts[]> | null = null;
  /** Counts once for both gauges. If the store is unavailable, only these gauges are empty. */
  const countOnce = () => {
    counting ??= count()
      .catch(() => [])
      .finally(() => {
        counting = null;
      });
    return counting;
  };
  new Gauge({
    name: 'stardesk_jobs',
    help: 'Jobs that are not finished, by kind and state.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { kind, ...counts } of await countOnce())
        for (const state of jobStates) this.set({ kind, state }, counts[state]);
    },
  });
  new Gauge({
    name: 'stardesk_jobs_oldest_seconds',
    help: 'How long the first job of a kind has been due without being started.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const now = clock();
      for (const { kind, first_run_at } of await countOnce())
        this.set({ kind }, Math.max(0, now - (first_run_at ?? now)) / 1000);
    },
  });
};

/** Creates the metrics of this process's jobs. @param runs whether the process runs jobs */
export const createJobMetrics = (registry: Registry, runs: boolean): JobMetrics => {
  const registers = [registry];
  const observeDuration = createPlainHistogram({
    name: 'stardesk_job_duration_seconds',
    help: 'Duration of job attempts in seconds, by kind.',
    labelNames: ['kind'],
    buckets: durationBuckets,
    registers,
  });
  const failures = new Counter({
    name: 'stardesk_job_failures_total',
    help: 'Failed attempts of jobs, by kind.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of jobKinds) failures.inc({ kind }, 0);
  const leasesLost = new Counter({
    name: 'stardesk_job_leases_lost_total',
    help: 'Jobs that a different process took over while this process was running them.',
    registers,
  });
  new Gauge({
    name: 'stardesk_jobs_runners',
    help: 'Whether this process runs jobs: the sum over all processes must be at least 1.',
    registers,
  }).set(runs ? 1 : 0);
  return {
    observeOutcome(kind, outcome, seconds) {
      observeDuration(seconds, kind);
      if (outcome === 'failed' || outcome === 'dead') failures.inc({ kind });
      if (outcome === 'lease lost') leasesLost.inc();
    },
  };
};
