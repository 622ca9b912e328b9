import type { Selectable } from 'kysely';
import type { Job } from '#contract';
import { jobStates } from '#contract/enums';
import { decodeEnum, isoTime } from '../database/column-encoding.ts';
import type { JobTable } from '../database/schema.ts';

export type JobRow = Selectable<JobTable>;

/** Converts a stored job to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toJob =
  (baseUrl: string) =>
  (row: JobRow): Job => ({
    id: row.id,
    url: `${baseUrl}/v1/jobs/${row.id}`,
    kind: row.kind,
    key: row.key,
    payload: JSON.parse(row.payload) as Job['payload'],
    state: decodeEnum(jobStates, row.state),
    run_at: isoTime(row.run_at),
    attempts: row.attempts,
    last_error: row.last_error,
    progress: row.progress === null ? null : (JSON.parse(row.progress) as Job['progress']),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });
