import type { Database } from '../../../api/database/database.ts';
import type { Handler } from '../../../api/jobs/handler.ts';
import { openStore } from '../../../api/testing/engines.ts';
import { commitToDisk } from '../../../api/testing/postgres.ts';

export type Engine = Database['engine'];

/** The kind of the measured jobs. */
export const measuredKind = 'purge_expired';

/** Creates the handler of the measured jobs. By default it does nothing. */
export const createMeasuredHandler = (run: Handler['run'] = async () => undefined, concurrency = 50): Handler => ({
  ...{ kind: measuredKind, concurrency, maxAttempts: 1, backoff: () => 1, effect: 'store', run },
});

export type JobsDesk = {
  engine: Engine;
  database: Database;
  environment: Record<string, string>;
  remove(): Promise<void>;
};

/** Opens an empty store that commits to the disk. */
export const openJobsDesk = async (engine: Engine): Promise<JobsDesk> => {
  const { database, openAgain, environment, remove } = await openStore(engine, true);
  await database.close();
  if (environment.DATABASE_URL !== undefined) await commitToDisk(environment.DATABASE_URL);
  const opened = openAgain();
  return { engine, database: opened, environment, remove: () => opened.close().then(remove) };
};

/** Adds jobs in few statements. @param runAt milliseconds since 1970 */
export const addJobs = async ({ transaction }: Database, count: number, runAt: number): Promise<void> => {
  const row = {
    ...({ version: 1, created_at: runAt, updated_at: runAt, kind: measuredKind, key: null, payload: '{}' } as const),
    ...{ state: 0, run_at: runAt, again: 0, attempts: 0, lease_until: 0, lease_by: null },
    ...{ last_error: null, progress: null },
  };
  const batch = 1000;
  for (let added = 0; added < count; added += batch)
    await transaction(writes =>
      writes
        .insertInto('jobs')
        .values(Array.from({ length: Math.min(batch, count - added) }, () => row))
        .execute(),
    );
};

/** Waits until no job is due. */
export const waitUntilDone = async ({ read, startRequest }: Database): Promise<void> => {
  const find = () => {
    startRequest();
    return read.selectFrom('jobs').select('n').where('run_at', '<', Date.now()).limit(1).executeTakeFirst();
  };
  while ((await find()) !== undefined) await new Promise(resolve => setTimeout(resolve, 20));
};

export const deleteJobs = ({ transaction }: Database) => transaction(writes => writes.deleteFrom('jobs').execute());
