import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { JobKind } from '#contract/enums';
import type { Database, Queries } from '../database/database.ts';
import { findStoreOutage } from '../database/outage.ts';
import { storeTime } from '../database/store-time.ts';
import { createJobStore, type Lease, leaseMilliseconds } from './job-store.ts';
import { running } from './states.ts';

const pollMilliseconds = 200;

const renewMilliseconds = 15_000;

/** The prefix of the tokens of holds. The tokens of started jobs do not have it. */
const holdPrefix = 'hold-';

/** The prefix of the tokens of holds that allow no other hold. */
const exclusivePrefix = `${holdPrefix}exclusive-`;

/** A hold cannot start, because another hold of this kind conflicts with it. */
export class HoldConflictError extends Error {}

/** The lease of a hold expired before its work was complete. Jobs may have run meanwhile. */
export class HoldLostError extends Error {}

export type HoldOptions = {
  kind: JobKind;
  /** Whether other holds of the kind are rejected during the hold. */
  isExclusive: boolean;
};

/**
 * Runs `work` while no jobs of this kind run. A hold is a job with a lease; if its process crashes, the lease expires
 * and the job runs like any other job. In a read-only store, such as a replica, no jobs run, so no hold is necessary.
 * @throws HoldConflictError before `work`; of two holds that start at the same moment, both may fail
 * @throws HoldLostError after `work`
 */
export const holdJobs = async <T>(
  database: Database,
  { kind, isExclusive }: HoldOptions,
  work: () => Promise<T>,
): Promise<T> => {
  const lease = await insertHold(database, kind, isExclusive ? exclusivePrefix : holdPrefix).catch((error: unknown) => {
    if (findStoreOutage(error) !== 'read_only') throw error;
    return null;
  });
  if (lease === null) return work();
  const store = createJobStore(database);
  const renewal = new AbortController();
  void renewUntil(renewal.signal, () => renewHold(database, lease));
  try {
    // A hold checks for conflicts after it is committed, so of two simultaneous holds at least one detects the other.
    if (await database.transaction(writes => hasConflict(writes, lease, { kind, isExclusive })))
      throw new HoldConflictError();
    while (await isLeased(database.read, kind, false)) await pause(pollMilliseconds);
    const result = await work();
    if (!(await renewHold(database, lease))) throw new HoldLostError();
    return result;
  } finally {
    renewal.abort();
    await database.transaction(writes => store.finish(writes, lease)).catch(() => {});
  }
};

/** Returns whether jobs of this kind have to wait. Handlers whose jobs may be held check this before they start. */
export const isHeld = (queries: Queries, kind: JobKind): Promise<boolean> => isLeased(queries, kind, true);

const isLeased = async (queries: Queries, kind: JobKind, byHold: boolean): Promise<boolean> => {
  const job = await queries
    .selectFrom('jobs')
    .select('n')
    .where('kind', '=', kind)
    .where('lease_until', '>', storeTime(queries))
    .where('lease_by', byHold ? 'like' : 'not like', `${holdPrefix}%`)
    .executeTakeFirst();
  return job !== undefined;
};

const hasConflict = async (queries: Queries, { n }: Lease, { kind, isExclusive }: HoldOptions): Promise<boolean> => {
  const other = await queries
    .selectFrom('jobs')
    .select('n')
    .where('kind', '=', kind)
    .where('n', '<>', n)
    .where('lease_until', '>', storeTime(queries))
    .where('lease_by', 'like', `${isExclusive ? holdPrefix : exclusivePrefix}%`)
    .executeTakeFirst();
  return other !== undefined;
};

const insertHold = (database: Database, kind: JobKind, prefix: string): Promise<Lease> =>
  database.transaction(async writes => {
    const token = `${prefix}${randomUUID()}`;
    const now = storeTime(writes);
    const times = { created_at: now, updated_at: now, run_at: now };
    const { n } = await writes
      .insertInto('jobs')
      .values({
        ...{ version: 1, kind, key: token, payload: '{}', state: running, ...times, again: 0, attempts: 1 },
        ...{ lease_until: sql<number>`${now} + ${sql.lit(leaseMilliseconds)}`, lease_by: token },
        ...{ last_error: null, progress: null },
      })
      .returning('n')
      .executeTakeFirstOrThrow();
    return { n, token };
  });

/**
 * Renews a hold. Returns false if its lease had expired: jobs of the kind may have run, even if no process started the
 * job of the hold.
 */
const renewHold = (database: Database, { n, token }: Lease): Promise<boolean> =>
  database.transaction(async writes => {
    const now = storeTime(writes);
    const { numUpdatedRows } = await writes
      .updateTable('jobs')
      .set({ lease_until: sql<number>`${now} + ${sql.lit(leaseMilliseconds)}` })
      .where('n', '=', n)
      .where('lease_by', '=', token)
      .where('lease_until', '>', now)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });

const renewUntil = async (signal: AbortSignal, renew: () => Promise<unknown>): Promise<void> => {
  while (!signal.aborted) {
    await pause(renewMilliseconds, null, { ref: false, signal }).catch(() => {});
    if (!signal.aborted) await renew().catch(() => {});
  }
};
