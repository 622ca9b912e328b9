import { CompiledQuery } from 'kysely';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible';
import type { Database } from './database.ts';

/** Tables with the columns that rate-limiter-flexible expects. */
type CountingTable = 'sign_in_failures' | 'rate_limits';

/** A statement in PostgreSQL syntax, as rate-limiter-flexible writes it. */
type Statement = { text: string; values?: unknown[] };

/**
 * Creates a factory of limiters that count in the store, across processes and restarts. On SQLite, rate limits are
 * counted in memory, because each stored count would need a disk sync.
 */
export const createLimiterFactory = (
  database: Database,
  tableName: CountingTable,
): ((options: IRateLimiterOptions) => RateLimiterAbstract) => {
  if (database.engine === 'sqlite' && tableName === 'rate_limits') return options => new RateLimiterMemory(options);
  const storeClient = { query: database.engine === 'sqlite' ? querySqlite(database) : queryPostgres(database) };
  const shared = { storeClient, storeType: 'client', tableName, tableCreated: true, clearExpiredByTimeout: false };
  return options => new RateLimiterPostgres({ ...options, ...shared, ...fallback(tableName, options) });
};

/** Counts requests in memory while the store is unavailable. Sign-ins fail instead, to prevent password guessing. */
const fallback = (tableName: CountingTable, options: IRateLimiterOptions) =>
  tableName === 'rate_limits' ? { insuranceLimiter: new RateLimiterMemory(options) } : {};

const queryPostgres =
  ({ read }: Database) =>
  async ({ text, values = [] }: Statement) => {
    const { rows } = await read.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: rows.length };
  };

/** Rewrites numbered parameters for SQLite, and sends writes to the write connection. */
const querySqlite =
  ({ read, transaction }: Database) =>
  async ({ text, values = [] }: Statement) => {
    const ordered: unknown[] = [];
    const sql = text.replace(/\$(\d)/g, (_, number) => {
      ordered.push(values[Number(number) - 1]);
      return '?';
    });
    const statement = CompiledQuery.raw(sql, ordered);
    const isRead = /^\s*select/i.test(sql);
    const { rows } = await (isRead
      ? read.executeQuery(statement)
      : transaction(writes => writes.executeQuery(statement)));
    return { rows, rowCount: rows.length };
  };
