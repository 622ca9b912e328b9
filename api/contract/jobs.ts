import { z } from 'zod';
import { commonSortKeys, jobKinds, jobStates } from './enums.ts';
import { exampleJob, exampleJobCounts } from './examples.ts';
import { countSchema, resourceSchema, utcTime } from './fields.ts';
import {
  commaList,
  emptyResponseQuery,
  listParameters,
  outputParameters,
  sortKeysParameter,
  timeFilter,
} from './list.ts';
import { adminRoles, operation } from './operation.ts';

export const jobSchema = resourceSchema({
  kind: z.enum(jobKinds).meta({ description: 'What the job does.' }),
  key: z.string().nullable().meta({ description: 'Jobs of a kind with the same key never run at the same time.' }),
  payload: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ description: 'The parameters of the job: ids and small values.' }),
  state: z.enum(jobStates).meta({
    description: 'A finished job is deleted; a `dead` job has failed in its last attempt.',
  }),
  run_at: utcTime.meta({ description: 'When the job is due.' }),
  attempts: countSchema.meta({
    description: 'How often the job was started; 0 again after a dead job is retried.',
  }),
  last_error: z.string().nullable().meta({ description: 'Human-readable: why the last attempt failed.' }),
  progress: z.strictObject({ done: z.number(), total: z.number() }).nullable(),
}).meta({ id: 'Job', description: 'A piece of background work that is not finished.', example: exampleJob });
export type Job = z.output<typeof jobSchema>;

export const jobCountsSchema = z
  .strictObject({
    counts: z.array(
      z.strictObject({
        kind: z.enum(jobKinds),
        waiting: countSchema,
        running: countSchema,
        dead: countSchema,
        first_run_at: utcTime.nullable().meta({ description: 'When the first waiting job is due.' }),
      }),
    ),
  })
  .meta({
    id: 'JobCounts',
    description:
      'The jobs of each kind by state. Beyond 10,000 waiting or running jobs of a kind, not all are counted.',
    example: exampleJobCounts,
  });
export type JobCounts = z.output<typeof jobCountsSchema>;

const names = Object.keys(jobSchema.shape);
const read = { scope: 'settings:read', roles: adminRoles, hidden: true } as const;
const write = {
  scope: 'settings:write',
  roles: adminRoles,
  hidden: true,
  query: emptyResponseQuery,
} as const;

export const listJobs = operation('listJobs', 'GET /jobs', {
  summary: 'List the background jobs that are not finished',
  ...read,
  query: z.strictObject({
    ...listParameters(names),
    sort: sortKeysParameter(commonSortKeys, '-created_at'),
    kind: commaList(jobKinds, 'Jobs of any of these kinds.').optional(),
    state: commaList(jobStates, 'Jobs in any of these states.').optional(),
    due_before: timeFilter('Jobs that are due before this time.').optional(),
  }),
  response: z.array(jobSchema),
});

export const countJobs = operation('countJobs', 'GET /job_counts', {
  summary: 'Count the jobs of each kind by state',
  ...read,
  query: z.strictObject(outputParameters(Object.keys(jobCountsSchema.shape))),
  response: jobCountsSchema,
});

export const getJob = operation('getJob', 'GET /jobs/{job_id}', {
  summary: 'Read a job',
  ...read,
  response: jobSchema,
});

export const retryJob = operation('retryJob', 'PUT /jobs/{job_id}/attempt', {
  description: 'A dead job waits again, and its attempts are counted from 0. A running job does not change.',
  summary: 'Make a job due now',
  ...write,
});

export const deleteJob = operation('deleteJob', 'DELETE /jobs/{job_id}', {
  summary: 'Discard a job that is not running',
  errors: ['job_running'],
  ...write,
});
