import { sql } from 'kysely';
import type { JobKind } from '#contract/enums';
import { announce } from '../database/commit-topics.ts';
import type { WriteTransaction } from '../database/database.ts';
import { prepareWrite } from '../database/prepare-query.ts';
import { storeTime } from '../database/store-time.ts';
import type { JobPayload } from './handler.ts';
import { dead, running, waiting } from './states.ts';

type JobOptions = {
  /** Identifies the job within its kind. Jobs with the same key never run at the same time. */
  key?: string;
  payload?: JobPayload;
  /** Milliseconds since 1970; as soon as possible by default. */
  runAt?: number;
};

const maxPayloadBytes = 4096;

/**
 * Enqueues a job in the transaction that causes it. An existing job with this key changes instead. If it is waiting, it
 * moves to the earlier time. If it is running, it runs again, since it may have read its data already. If it is dead,
 * it restarts. Its payload does not change, so the key must determine the payload. A handler that leaves work for later
 * must enqueue the job again.
 * @throws RangeError if the payload exceeds 4 KiB
 */
export const enqueue = async (
  writes: WriteTransaction,
  kind: JobKind,
  { key, payload = {}, runAt }: JobOptions = {},
): Promise<void> => {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > maxPayloadBytes)
    throw new RangeError(`The payload of a ${kind} job exceeds ${maxPayloadBytes} bytes.`);
  await insertJob(writes, { kind, key: key ?? null, payload: text, run_at: runAt ?? null });
  if (runAt === undefined) announceJob(writes, kind);
};

/** Makes all waiting jobs of a kind due. Running jobs run again, since they may have read their data already. */
export const makeJobsDue = async (writes: WriteTransaction, kind: JobKind): Promise<void> => {
  const now = storeTime(writes);
  const jobs = writes.updateTable('jobs').where('kind', '=', kind);
  await jobs
    .set({ run_at: now, updated_at: now, version: sql`version + 1` })
    .where('state', '=', waiting)
    .where('run_at', '>', now)
    .execute();
  await jobs.set({ again: now }).where('state', '=', running).where('again', '=', 0).execute();
  announceJob(writes, kind);
};

/** Returns whether a process runs the job with this key. */
export const isRunning = async (writes: WriteTransaction, kind: JobKind, key: string): Promise<boolean> => {
  const jobs = writes.selectFrom('jobs').select('n').where('kind', '=', kind).where('key', '=', key);
  return (await jobs.where('state', '=', running).executeTakeFirst()) !== undefined;
};

/** Lets this process start due jobs of a kind as soon as the transaction commits. */
export const announceJob = (writes: WriteTransaction, kind: JobKind): void =>
  announce(writes, `${jobTopicPrefix}${kind}`);

/** The prefix of the topics that announce due jobs. The kind of the job follows it. */
export const jobTopicPrefix = 'job ';

type JobValues = { kind: JobKind; key: string | null; payload: string; run_at: number | null };

const insertJob = prepareWrite<JobValues>((writes, value) => {
  const now = storeTime(writes);
  return writes
    .insertInto('jobs')
    .values({
      version: 1,
      created_at: now,
      updated_at: now,
      kind: value('kind'),
      key: value('key'),
      payload: value('payload'),
      state: waiting,
      run_at: sql<number>`coalesce(cast(${value('run_at')} as bigint), ${now})`,
      again: 0,
      attempts: 0,
      lease_until: 0,
      lease_by: null,
      last_error: null,
      progress: null,
    })
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'key'])
        .where('key', 'is not', null)
        .doUpdateSet({
          version: sql`jobs.version + 1`,
          updated_at: sql`excluded.updated_at`,
          state: sql`case when jobs.state = ${running} then ${running} else ${waiting} end`,
          attempts: sql`case when jobs.state = ${dead} then 0 else jobs.attempts end`,
          run_at: sql`case
            when jobs.state = ${running} or (jobs.state = ${waiting} and jobs.run_at < excluded.run_at) then jobs.run_at
            else excluded.run_at end`,
          again: sql`case
            when jobs.state = ${running} and (jobs.again = 0 or excluded.run_at < jobs.again) then excluded.run_at
            else jobs.again end`,
        }),
    );
});
