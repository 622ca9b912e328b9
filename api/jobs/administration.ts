import { sql } from 'kysely';
import { type JobKind, type JobState, jobKinds, jobStates } from '#contract/enums';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { decodeEnum, encodeEnum, isoTime } from '../database/column-encoding.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { prepareFind } from '../database/resource-rows.ts';
import { storeTime } from '../database/store-time.ts';
import { announceJob } from './enqueue.ts';
import type { JobRow } from './representation.ts';
import { dead, running, waiting } from './states.ts';

const findRow = prepareFind<{ n: number }, JobRow>((queries, value) =>
  queries.selectFrom('jobs').selectAll().where('n', '=', value('n')),
);

/** Returns whether an id can belong to a job. */
export const isJobId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

/** Finds a job by id; null if it does not exist. Inside a transaction, locks its row until the transaction ends. */
export const findJob = (queries: Queries, id: string): Promise<JobRow | null> => findRow(queries, { n: Number(id) });

const lastNumber: Record<Database['engine'], string> = {
  sqlite: "select seq as last from sqlite_sequence where name = 'jobs'",
  postgres: 'select case when is_called then last_value else 0 end as last from jobs_n_seq',
};

/** Returns whether a job with this id exists or has existed. */
export const jobExisted = async (
  { engine }: Pick<Database, 'engine'>,
  queries: Queries,
  id: string,
): Promise<boolean> => {
  const { rows } = await sql<{ last: number }>`${sql.raw(lastNumber[engine])}`.execute(queries);
  return Number(id) <= (rows[0]?.last ?? 0);
};

/** Makes a job due now. A dead job gets all its attempts again; a running or due job does not change. */
export const retryJob = async (
  writes: WriteTransaction,
  { n, id, kind, state, run_at }: Pick<JobRow, 'n' | 'id' | 'kind' | 'state' | 'run_at'>,
  actor: AuditActor,
): Promise<void> => {
  const now = storeTime(writes);
  const { rows } = await sql`update jobs set state = ${waiting}, run_at = ${now}, version = version + 1,
      updated_at = ${now}, attempts = case when state = ${dead} then 0 else attempts end
    where n = ${n} and (state = ${dead} or state = ${waiting} and run_at > ${now}) returning n`.execute(writes);
  if (rows.length === 0) return;
  announceJob(writes, kind);
  const before = { state: decodeEnum(jobStates, state), run_at: isoTime(run_at) };
  const after = { kind, state: 'waiting', run_at: isoTime(actor.now) };
  await recordAudit(writes, actor, { action: 'job.retried', targetId: id, before, after });
};

/** Deletes a job that is not running. Returns false if it is running. */
export const discardJob = async (
  writes: WriteTransaction,
  { n, id, kind, state }: Pick<JobRow, 'n' | 'id' | 'kind' | 'state'>,
  actor: AuditActor,
): Promise<boolean> => {
  const { numDeletedRows } = await writes
    .deleteFrom('jobs')
    .where('n', '=', n)
    .where('state', '<>', running)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  const before = { kind, state: decodeEnum(jobStates, state) };
  await recordAudit(writes, actor, { action: 'job.discarded', targetId: id, before });
  return true;
};

/** The number of jobs of a kind by state. `first_run_at` is in milliseconds since 1970; null without a waiting job. */
export type KindCounts = { kind: JobKind; first_run_at: number | null } & Record<JobState, number>;

/** At most this many waiting and running jobs of a kind are counted. All dead jobs are counted. */
const maxCounted = 10_000;

type CountRow = { kind: JobKind; state: number; count: number; first: number };

/** Counts the jobs of every kind. */
export const countJobs = async (queries: Queries): Promise<KindCounts[]> => {
  const unfinished = jobKinds.map(
    kind => sql`select ${sql.lit(kind)} as kind, state, count(*) as count, min(run_at) as first from (
      select state, run_at from jobs where kind = ${sql.lit(kind)} and state <> ${dead}
      order by run_at, n limit ${sql.lit(maxCounted)}) as first_jobs group by state`,
  );
  const { rows } = await sql<CountRow>`${sql.join(unfinished, sql` union all `)} union all
    select kind, ${dead} as state, count(*) as count, 0 as first from jobs where state = ${dead} group by kind`.execute(
    queries,
  );
  return jobKinds.map(kind => {
    const find = (state: JobState) => rows.find(row => row.kind === kind && row.state === encodeEnum(jobStates, state));
    const count = (state: JobState) => find(state)?.count ?? 0;
    return {
      ...{ kind, waiting: count('waiting'), running: count('running'), dead: count('dead') },
      first_run_at: find('waiting')?.first ?? null,
    };
  });
};
