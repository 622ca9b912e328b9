import { sql } from 'kysely';
import type { z } from 'zod';
import type { listJobs } from '#contract';
import { jobStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import { countRows } from '../database/resource-rows.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type JobRow, toJob } from './representation.ts';

type Query = z.output<typeof listJobs.query>;
type Filters = Pick<Query, 'kind' | 'state' | 'due_before'>;

/** Describes the list of jobs to the request pipeline. It has no change counter: all jobs would wait for its row. */
export const jobList = (apiPublicUrl: string): ListDefinition<Query, JobRow> => ({
  kind: 'job',
  page: (queries, { query, anchor, limit }) =>
    readPage(createScan(selectJobs(queries, query).selectAll(), 'jobs'), sortColumns(query.sort), anchor, limit),
  count: (queries, { query }) => countRows(selectJobs(queries, query)),
  toRepresentation: toJob(apiPublicUrl),
});

/** Selects the jobs that match the filters of a list. */
export const selectJobs = (queries: Queries, { kind, state, due_before }: Filters) =>
  queries
    .selectFrom('jobs')
    .$if(kind !== undefined, narrow => narrow.where('kind', 'in', kind ?? []))
    // Literals, which match the partial index of dead jobs.
    .$if(state?.length === 1, narrow => narrow.where('state', '=', sql.lit(toNumbers(state)[0] ?? 0)))
    .$if(state !== undefined && state.length > 1, narrow => narrow.where('state', 'in', toNumbers(state)))
    .$if(due_before !== undefined, narrow => narrow.where('run_at', '<', due_before ?? 0));

const toNumbers = (states: Query['state']): number[] => (states ?? []).map(state => encodeEnum(jobStates, state));
