import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { postgresSearch } from './search-postgres.ts';
import { type StoreWatch, timeTransaction } from './watch.ts';

const int8 = 20;
const connections = 10;
const attempts = 4;
/**
 * 40001 serialization_failure, 40P01 deadlock_detected: nothing was done, and the same again succeeds. 23505 unique_violation:
 * somebody created the same thing meanwhile, and the same again finds it.
 */
const repeatable = new Set(['40001', '40P01', '23505']);

/** Opens a pool of connections to a Postgres database that exists. */
export const openPostgres = (url: string, watch: StoreWatch): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // An idle connection that the server ends (a restart) is replaced at the next query; without a listener it ends us.
  pool.on('error', () => {});
  // The same of one that is in use, between two queries of a transaction: the next one says so.
  pool.on('connect', client => client.on('error', () => {}));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: tell(watch) });
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

/** Our 64-bit integers are milliseconds and counters, all below 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');

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
