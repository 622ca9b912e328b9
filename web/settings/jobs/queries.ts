import { queryOptions } from '@tanstack/react-query';
import type { Job, JobCounts } from '#contract';
import type { JobKind, JobState } from '#contract/enums';
import { call } from '../../api-client/client.ts';

/** Interval of refetches. Jobs change at any time, and no event reports them. */
const pollMilliseconds = 5000;

/** The first part of all query keys of jobs. */
export const jobsKey = ['jobs'];

/** GET /job_counts: the counts of every kind of job. */
export const jobCountsQuery = queryOptions({
  queryKey: [...jobsKey, 'counts'],
  queryFn: async ({ signal }): Promise<JobCounts['counts']> => (await call('GET /job_counts', { signal })).body.counts,
  refetchInterval: pollMilliseconds,
});

/** The kind and state of the listed jobs. Null means all. */
export type JobFilter = { kind: JobKind | null; state: JobState | null };

/** The maximum number of jobs per request. With more jobs, a filter is needed to see the others. */
const pageSize = 100;

/** GET /jobs: dead jobs first, then the other jobs; each group newest first. */
export const jobsQuery = ({ kind, state }: JobFilter) =>
  queryOptions({
    queryKey: [...jobsKey, 'list', kind, state],
    queryFn: async ({ signal }): Promise<Job[]> => {
      const read = async (states: string) => {
        const query = { state: states, per_page: String(pageSize), ...(kind !== null && { kind }) };
        return (await call('GET /jobs', { query, signal })).body;
      };
      if (state !== null) return read(state);
      return (await Promise.all([read('dead'), read('waiting,running')])).flat();
    },
    refetchInterval: pollMilliseconds,
  });
