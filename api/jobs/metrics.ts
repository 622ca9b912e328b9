import { Counter, Gauge, type Registry } from 'prom-client';
import { jobKinds } from '#contract/enums';
import { createPlainHistogram } from '#server/plain-metrics';
import type { Outcome } from './run-job.ts';

export type JobMetrics = {
  /** Counts a job that this process has run. */
  observeOutcome(kind: string, outcome: Outcome, seconds: number): void;
};

/** Seconds. */
const durationBuckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Creates the metrics of this process's jobs. @param runs whether the process runs jobs */
export const createJobMetrics = (registry: Registry, runs: boolean): JobMetrics => {
  const registers = [registry];
  const observeDuration = createPlainHistogram({
    name: 'stardesk_job_duration_seconds',
    help: 'Seconds that attempts of jobs took, by kind.',
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
