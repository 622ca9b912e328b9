import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { JobKind } from '#contract/enums';
import type { Database, Queries } from '../database/database.ts';
import { findStoreOutage } from '../database/outage.ts';
import { storeTime } from '../database/store-time.ts';
import { createJobStore, type Lease } from './job-store.ts';
import { running } from './states.ts';

const pollMilliseconds = 200;

/** As long as that of every job: the runner renews leases, too. */
const leaseMilliseconds = 60_000;
const renewMilliseconds = 15_000;

/** The tokens of holds start with it; those of runs do not. */
const holdPrefix = 'hold-';

/**
 * Runs `work` while no jobs of this kind run. A hold is a job with a lease; if its process ends, the lease expires and
 * the job runs as any other. Several may hold at once. A store that is read-only, such as a replica, runs no jobs to
 * wait for.
 */
export const holdJobs = async <T>(database: Database, kind: JobKind, work: () => Promise<T>): Promise<T> => {
  const lease = await insertHold(database, kind).catch((error: unknown) => {
    if (findStoreOutage(error) !== 'read_only') throw error;
    return null;
  });
  if (lease === null) return work();
  const store = createJobStore(database);
  const end = new AbortController();
  void renewUntil(end.signal, () => store.renew([lease]));
  try {
    while (await isLeased(database.read, kind, false)) await pause(pollMilliseconds);
    return await work();
  } finally {
    end.abort();
    await database.transaction(writes => store.finish(writes, lease)).catch(() => {});
  }
};

/** Returns whether jobs of this kind have to wait. Handlers whose jobs may be held ask before they start. */
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

const insertHold = (database: Database, kind: JobKind): Promise<Lease> =>
  database.transaction(async writes => {
    const token = `${holdPrefix}${randomUUID()}`;
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

const renewUntil = async (signal: AbortSignal, renew: () => Promise<unknown>): Promise<void> => {
  while (!signal.aborted) {
    await pause(renewMilliseconds, null, { ref: false, signal }).catch(() => {});
    if (!signal.aborted) await renew().catch(() => {});
  }
};
