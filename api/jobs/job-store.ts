import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { JobKind } from '#contract/enums';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { prepareQuery } from '../database/prepare-query.ts';
import { storeTime } from '../database/store-time.ts';
import type { JobProgress } from './handler.ts';
import type { JobRow } from './representation.ts';
import { dead, running, waiting } from './states.ts';

/** The lease of a started job. Each start of the same job has a different token. */
export type Lease = { n: number; token: string };

/** Another process may have taken over the job, so its effect must not be stored. */
export class LeaseLostError extends Error {}

/** How long a job belongs to a process that does not renew its lease. */
export const leaseMilliseconds = 60_000;

/** The maximum number of jobs that one statement starts. */
export const maxClaimed = 8;

/** The first job of a kind, among the jobs that no process runs, and the store's time. */
export type FirstJob = { kind: JobKind; run_at: number; now: number };

export type JobStore = ReturnType<typeof createJobStore>;

/**
 * Creates the functions that move jobs from state to state.
 * @param clock replaces the store's time in tests
 */
export const createJobStore = ({ transaction, read }: Pick<Database, 'transaction' | 'read'>, clock?: () => number) => {
  const now = () => clock?.() ?? null;
  /** Changes a started job. Returns whether it still had its lease. */
  const change = async <V extends Lease>(
    statement: (writes: Queries, values: V & { now: number | null }) => Promise<{ n: number }[]>,
    values: V,
  ): Promise<boolean> => (await transaction(writes => statement(writes, { ...values, now: now() }))).length > 0;

  return {
    /** Creates a function that reads the first job of each of these kinds. */
    createFindFirst(kinds: readonly JobKind[]): () => Promise<FirstJob[]> {
      const findFirst = findFirstJobs(kinds);
      return () => findFirst(read, { now: now() });
    },

    /**
     * Starts due jobs of a kind: at most `limit`, and never more than `maxClaimed`. The job that has been due longest
     * is first.
     */
    async claim(kind: JobKind, token: string, limit: number): Promise<JobRow[]> {
      const statement = claimStatements[Math.min(limit, maxClaimed) - 1];
      const rows = (await transaction(async writes => statement?.(writes, { kind, token, now: now() }))) ?? [];
      return rows.sort((left, right) => left.run_at - right.run_at || left.n - right.n);
    },

    /**
     * Deletes a job in the transaction of its effect. A job that was enqueued again waits instead.
     * @returns whether it was enqueued again
     * @throws LeaseLostError
     */
    async finish(writes: WriteTransaction, lease: Lease): Promise<boolean> {
      const values = { ...lease, now: now() };
      if ((await deleteJob(writes, values)).length > 0) return false;
      if ((await repeatJob(writes, values)).length > 0) return true;
      throw new LeaseLostError('The lease of the job is lost.');
    },

    /** Renews leases, and returns the numbers of the jobs whose lease was not lost. */
    async renew(leases: readonly Lease[]): Promise<Set<number>> {
      const tokens = sql.join(leases.map(({ token }) => token));
      const numbers = sql.join(leases.map(({ n }) => n));
      const renewed = await transaction(async writes => {
        const time = toTime(writes, now());
        return sql<{ n: number }>`update jobs set lease_until = ${time} + ${sql.lit(leaseMilliseconds)}
          where n in (${numbers}) and lease_by in (${tokens}) returning n`.execute(writes);
      });
      return new Set(renewed.rows.map(({ n }) => n));
    },

    /**
     * Lets a job wait for its next attempt. If it was enqueued again for an earlier time, it waits until that time.
     * @param delay in milliseconds
     * @param isCounted whether the attempt counts
     */
    retry: (lease: Lease, delay: number, error: string, isCounted: boolean) =>
      change(retryJob, { ...lease, delay, error, uncounted: isCounted ? 0 : 1 }),

    /** Lets a job wait until a time, without counting the attempt. */
    postpone: (lease: Lease, time: number) => change(postponeJob, { ...lease, time }),

    /** Makes a job dead. A job that was enqueued again waits for its new time instead. */
    abandon: (lease: Lease, error: string) => change(abandonJob, { ...lease, error }),

    setProgress: (lease: Lease, progress: JobProgress) =>
      change(storeProgress, { ...lease, progress: JSON.stringify(progress) }),
  };
};

type Values = Record<string, number | string | null>;
type NoValues = Record<never, never>;
type Value<V> = (name: keyof V & string) => RawBuilder<unknown>;

/** Prepares a statement that may contain the time. */
const prepare = <V extends Values, Row>(
  write: (value: Value<V>, now: RawBuilder<number>, queries: Queries) => RawBuilder<Row>,
) =>
  prepareQuery<V & { now: number | null }, Row>((queries, value) => {
    const statement = write(value as Value<V>, toTime(queries, value('now')), queries);
    return { compile: () => statement.compile(queries) } as Compilable<Row>;
  });

/** Returns the given time, or the store's time. */
const toTime = (queries: Queries, now: RawBuilder<unknown> | number | null): RawBuilder<number> =>
  sql`coalesce(cast(${now} as bigint), ${storeTime(queries)})`;

const findFirstJobs = (kinds: readonly JobKind[]) =>
  prepare<NoValues, FirstJob>((_value, now) => {
    const firsts = kinds.map(
      kind => sql`select * from (
        select kind, run_at from jobs where kind = ${sql.lit(kind)} and state <> ${dead} and lease_until < ${now}
        order by run_at, n limit 1) as first_job`,
    );
    return sql`select kind, run_at, ${now} as now from (${sql.join(firsts, sql` union all `)}) as first_jobs`;
  });

/** The statements that start jobs. The first starts at most one job, the second at most two, and so on. */
const claimStatements = Array.from({ length: maxClaimed }, (_, index) =>
  prepare<{ kind: JobKind; token: string }, JobRow>((value, now, queries) => {
    const due = queries
      .selectFrom('jobs')
      .select('n')
      .where('kind', '=', value('kind') as RawBuilder<JobKind>)
      .where('state', '<>', dead)
      .where('run_at', '<=', now)
      .where('lease_until', '<', now)
      .orderBy('run_at')
      .orderBy('n')
      .limit(index + 1)
      .forUpdate();
    // This attempt covers all work that is due by now. Materialized: PostgreSQL may run a subquery again for each row,
    // and a subquery that locks rows returns other rows each time.
    return sql`with due as materialized ${due} update jobs set
          state = ${running}, lease_until = ${now} + ${sql.lit(leaseMilliseconds)}, lease_by = ${value('token')},
          attempts = attempts + 1, again = case when again <= ${now} then 0 else again end,
          version = version + 1, updated_at = ${now}
        where n in (select n from due) and lease_until < ${now} returning *`;
  }),
);

const deleteJob = prepare<Lease, { n: number }>(
  value => sql`delete from jobs where n = ${value('n')} and lease_by = ${value('token')} and again = 0 returning n`,
);

/** Prepares a change of a started job. */
const prepareChange = <V extends Values>(
  set: (value: Value<V & Lease>, now: RawBuilder<number>) => RawBuilder<unknown>,
) =>
  prepare<V & Lease, { n: number }>(
    (value, now) => sql`update jobs set ${set(value, now)}, version = version + 1, updated_at = ${now}
      where n = ${value('n')} and lease_by = ${value('token')} returning n`,
  );

const releaseLease = sql`lease_until = 0, lease_by = null`;
const resetAttempts = sql`attempts = 0, last_error = null, progress = null`;

const repeatJob = prepareChange<NoValues>(
  () => sql`state = ${waiting}, run_at = again, again = 0, ${resetAttempts}, ${releaseLease}`,
);

/** A job that was enqueued again for an earlier time restarts at that time. The failure may be about old data. */
const retryJob = prepareChange<{ delay: number; error: string; uncounted: number }>((value, now) => {
  const time = sql`${now} + cast(${value('delay')} as bigint)`;
  const isEarlier = sql`again > 0 and again < ${time}`;
  return sql`
    state = ${waiting}, run_at = case when ${isEarlier} then again else ${time} end,
    attempts = case when ${isEarlier} then 0 else attempts - cast(${value('uncounted')} as integer) end,
    again = case when ${isEarlier} then 0 else again end, last_error = ${value('error')}, ${releaseLease}`;
});

/** A job that was enqueued again meanwhile runs at the earlier of the two times. */
const postponeJob = prepareChange<{ time: number }>(value => {
  const time = sql`cast(${value('time')} as bigint)`;
  return sql`
    state = ${waiting}, run_at = case when again > 0 and again < ${time} then again else ${time} end, again = 0,
    attempts = attempts - 1, ${releaseLease}`;
});

const abandonJob = prepareChange<{ error: string }>(
  value => sql`
    state = case when again = 0 then ${dead} else ${waiting} end,
    run_at = case when again = 0 then run_at else again end,
    attempts = case when again = 0 then attempts else 0 end,
    again = 0, last_error = ${value('error')}, ${releaseLease}`,
);

const storeProgress = prepareChange<{ progress: string }>(value => sql`progress = ${value('progress')}`);
