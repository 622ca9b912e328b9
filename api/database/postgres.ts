import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type LogEvent, type TransactionSettings } from 'kysely';
import { createReadTogether } from './combine-reads.ts';
import { createCommitTopics } from './commit-topics.ts';
import type { EngineDatabase } from './database.ts';
import { type StatementNames, TimeoutPostgresDialect } from './postgres-dialect.ts';
import { maxConnections, openPool } from './postgres-pool.ts';
import { createTransactions, isConsequence } from './postgres-transaction.ts';
import type { DatabaseProfile } from './profile.ts';
import type { Schema } from './schema.ts';
import { postgresSearch, strictPostgresSearch } from './search-postgres.ts';
import { skipLargeResults } from './skip-large-results.ts';
import { type StoreObserver, timeTransaction } from './store-observer.ts';

/**
 * The maximum number of attempts of a transaction. `strict` needs more: of concurrent serializable transactions that
 * advance the same counter, only one commits.
 */
const maxAttempts: Record<DatabaseProfile, number> = { standard: 6, strict: 50 };

/** `standard`: the random pause before a conflicting transaction is retried, in milliseconds. */
const pauseRange = [10, 200] as const;

/** SQLSTATEs to retry: serialization_failure, deadlock_detected. The transaction had no effect. */
const conflicts = ['40001', '40P01'];
/** SQLSTATE unique_violation: another transaction created the same resource, and the retry finds it. */
const duplicate = '23505';

/** The server's timeout comes this much earlier than the client's: the connection then stays usable. */
const headStartMilliseconds = 500;

type Options = {
  profile: DatabaseProfile;
  statementTimeoutMilliseconds: number | undefined;
  usePreparedStatements: boolean;
  acceptsStandby: boolean;
};

/** Opens an existing PostgreSQL database; for the options see `openDatabase`. */
export const openPostgres = (
  url: string,
  observer: StoreObserver,
  { profile, statementTimeoutMilliseconds, usePreparedStatements, acceptsStandby }: Options,
): EngineDatabase => {
  const names: StatementNames = new Map();
  const { pool, kyselyPool, hasRespondedSince } = openPool(url, {
    milliseconds:
      statementTimeoutMilliseconds === undefined ? undefined : statementTimeoutMilliseconds + headStartMilliseconds,
    names: usePreparedStatements ? names : null,
    acceptsStandby,
  });
  const isStrict = profile === 'strict';
  const limit = statementTimeoutMilliseconds ?? 0;
  const dialect = new TimeoutPostgresDialect({ pool: kyselyPool, limit, names, isStrict });
  const kysely = new Kysely<Schema>({ dialect, log: logTo(observer) });
  const topics = createCommitTopics();
  const transact = createTransactions(kysely, dialect);
  const settings: TransactionSettings = isStrict ? { isolationLevel: 'serializable' } : {};
  return {
    engine: 'postgres',
    profile,
    read: kysely,
    search: skipLargeResults(isStrict ? strictPostgresSearch : postgresSearch),
    readTogether: createReadTogether(kysely, dialect),
    transaction: work =>
      timeTransaction(observer, () => topics.publish(each => retry(() => transact(settings, each), profile), work)),
    subscribe: topics.subscribe,
    snapshot: work => transact({ isolationLevel: 'repeatable read', accessMode: 'read only' }, work),
    revision: () => null,
    startRequest: () => {},
    getLoad: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isSaturated: () => pool.waitingCount >= maxConnections,
    hasRespondedSince,
    close: () => kysely.destroy(),
  };
};

const logTo =
  ({ onStatement }: StoreObserver) =>
  (event: LogEvent): void => {
    const ran = { sql: event.query.sql, seconds: event.queryDurationMillis / 1000 };
    if (event.level === 'query') onStatement(ran);
    else if (!isRetryable(event.error) && !isConsequence(event.error)) onStatement({ ...ran, failure: event.error });
  };

const retry = async <T>(work: () => Promise<T>, profile: DatabaseProfile): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts[profile] || !isRetryable(error)) throw error;
      if (profile === 'standard' && hasCode(error, conflicts)) await pause(randomInt(...pauseRange));
    }
  }
};

const isRetryable = (error: unknown): boolean => hasCode(error, [...conflicts, duplicate]);

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
