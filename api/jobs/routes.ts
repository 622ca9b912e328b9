import type { z } from 'zod';
import { countJobs, deleteJob, getJob, type JobCounts, listJobs, retryJob } from '#contract';
import { isoTime } from '../database/column-encoding.ts';
import type { Database } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import { ApiError } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { type ReportDefinition, reportRoute } from '../http/serve-report.ts';
import * as administration from './administration.ts';
import { jobList } from './list.ts';
import { type JobRow, toJob } from './representation.ts';

type JobDependencies = { database: Database; apiPublicUrl: string };

export const jobRoutes = ({ database, apiPublicUrl }: JobDependencies): Route[] => {
  const resource: Resource<JobRow, Record<string, never>> = {
    name: 'job',
    parameter: 'job_id',
    isWellFormed: administration.isJobId,
    find: (queries, { job_id = '' }) => administration.findJob(queries, job_id),
    isDeleted: (queries, { job_id = '' }) => administration.jobExisted(database, queries, job_id),
    toDraft: () => ({}),
    toRepresentation: toJob(apiPublicUrl),
  };
  return [
    listRoute(listJobs, jobList(apiPublicUrl)),
    reportRoute(countJobs, jobCounts),
    itemRoute(getJob, resource),
    noContentRoute(retryJob, resource, (row, { caller, clock }) =>
      database.transaction(writes => administration.retryJob(writes, row, getActor({ caller, now: clock() }))),
    ),
    deleteRoute(deleteJob, resource, async (writes, row, context) => {
      if (await administration.discardJob(writes, row, getActor(context))) return;
      const description = `The job ${row.id} is running. Wait until it has finished or failed.`;
      throw new ApiError('job_running', description, { differences: [] });
    }),
  ];
};

const jobCounts: ReportDefinition<z.output<typeof countJobs.query>> = {
  kind: 'job',
  compute: async queries => ({ counts: (await administration.countJobs(queries)).map(toCounts) }),
};

const toCounts = ({ first_run_at, ...counts }: administration.KindCounts): JobCounts['counts'][number] => ({
  ...counts,
  first_run_at: first_run_at === null ? null : isoTime(first_run_at),
});
