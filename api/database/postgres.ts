import { Kysely, type LogEvent } from 'kysely';
import type { Database } from './database.ts';
import { LimitedDialect } from './postgres-dialect.ts';
import { connections, openPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { postgresSearch } from './search-postgres.ts';
import { type StoreWatch, timeTransaction } from './watch.ts';

const attempts = 4;
/**
 * 40001 serialization_failure, 40P01 deadlock_detected: nothing was done, and the same again succeeds. 23505 unique_violation:
 * somebody created the same thing meanwhile, and the same again finds it.
 */
const repeatable = new Set(['40001', '40P01', '23505']);

/** The server gives a statement up first, where it still can: then its connection is good for others. */
const headStartMilliseconds = 500;

/** Opens a pool of connections to a Postgres database that exists; `patience` is that of `openDatabase`. */
export const openPostgres = (url: string, watch: StoreWatch, patience?: number): Database => {
  const { pool, lent, answeredSince } = openPool(
    url,
    patience === undefined ? undefined : patience + headStartMilliseconds,
  );
  const dialect = new LimitedDialect({ pool: lent, limit: patience ?? 0 });
  const kysely = new Kysely<Schema>({ dialect, log: tell(watch) });
  return {
    engine: 'postgres',
    read: kysely,
    search: postgresSearch,
    transaction: work => timeTransaction(watch, () => repeatedly(() => kysely.transaction().execute(work))),
    snapshot: work =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    revision: () => null,
    load: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isCrowded: () => pool.waitingCount >= connections,
    answeredSince,
    close: () => kysely.destroy(),
  };
};

const tell =
  ({ statement }: StoreWatch) =>
  (event: LogEvent): void => {
    const ran = { sql: event.query.sql, seconds: event.queryDurationMillis / 1000 };
    if (event.level === 'query') statement(ran);
    else if (!isRepeatable(event.error)) statement({ ...ran, failure: event.error });
  };

const repeatedly = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRepeatable(error)) throw error;
    }
  }
};

const isRepeatable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && repeatable.has(error.code);
