import { Kysely, type LogEvent } from 'kysely';
import type { Database } from './database.ts';
import { LimitedDialect } from './postgres-dialect.ts';
import { connections, openPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { postgresSearch } from './search-postgres.ts';
import { type StoreWatch, timeTransaction } from './watch.ts';

const maxAttempts = 4;
/**
 * SQLSTATEs to retry. 40001 serialization_failure, 40P01 deadlock_detected: nothing was done. 23505 unique_violation:
 * another transaction created the same resource, and the retry finds it.
 */
const retryable = new Set(['40001', '40P01', '23505']);

/** The server cancels a slow statement this much earlier than we do, which saves the connection. */
const headStartMilliseconds = 500;

/** Opens an existing Postgres database; for `patience` see `openDatabase`. */
export const openPostgres = (url: string, watch: StoreWatch, patience?: number): Database => {
  const { pool, lent, answeredSince } = openPool(
    url,
    patience === undefined ? undefined : patience + headStartMilliseconds,
  );
  const dialect = new LimitedDialect({ pool: lent, limit: patience ?? 0 });
  const kysely = new Kysely<Schema>({ dialect, log: logTo(watch) });
  return {
    engine: 'postgres',
    read: kysely,
    search: postgresSearch,
    transaction: work => timeTransaction(watch, () => retry(() => kysely.transaction().execute(work))),
    snapshot: work =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    revision: () => null,
    load: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isCrowded: () => pool.waitingCount >= connections,
    answeredSince,
    close: () => kysely.destroy(),
  };
};

const logTo =
  ({ statement }: StoreWatch) =>
  (event: LogEvent): void => {
    const ran = { sql: event.query.sql, seconds: event.queryDurationMillis / 1000 };
    if (event.level === 'query') statement(ran);
    else if (!isRetryable(event.error)) statement({ ...ran, failure: event.error });
  };

const retry = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
    }
  }
};

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && retryable.has(error.code);
