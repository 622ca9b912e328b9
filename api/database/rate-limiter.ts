import { CompiledQuery } from 'kysely';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible';
import type { Database } from './database.ts';

/** The tables that count, with the columns rate-limiter-flexible expects. */
type CountingTable = 'sign_in_failures' | 'rate_limits';

/** A statement as the limiter writes it for Postgres. */
type Statement = { text: string; values?: unknown[] };

/**
 * Makes limiters that count in the store, which several processes share and which outlives them; but requests on SQLite are
 * counted in this process, since there each count in the store is a write that is synced to disk.
 */
export const limiterOn = (
  database: Database,
  tableName: CountingTable,
): ((options: IRateLimiterOptions) => RateLimiterAbstract) => {
  if (database.engine === 'sqlite' && tableName === 'rate_limits') return options => new RateLimiterMemory(options);
  const storeClient = { query: database.engine === 'sqlite' ? onSqlite(database) : onPostgres(database) };
  const shared = { storeClient, storeType: 'client', tableName, tableCreated: true, clearExpiredByTimeout: false };
  return options => new RateLimiterPostgres({ ...options, ...shared, ...insurance(tableName, options) });
};

/** Reading goes on while requests cannot be counted in the store; who may guess at a password can wait until they can. */
const insurance = (tableName: CountingTable, options: IRateLimiterOptions) =>
  tableName === 'rate_limits' ? { insuranceLimiter: new RateLimiterMemory(options) } : {};

const onPostgres =
  ({ read }: Database) =>
  async ({ text, values = [] }: Statement) => {
    const { rows } = await read.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: rows.length };
  };

/** SQLite understands the same statements, but for the numbers of their parameters; its reading connection changes nothing. */
const onSqlite =
  ({ read, transaction }: Database) =>
  async ({ text, values = [] }: Statement) => {
    const ordered: unknown[] = [];
    const sql = text.replace(/\$(\d)/g, (_, number) => {
      ordered.push(values[Number(number) - 1]);
      return '?';
    });
    const statement = CompiledQuery.raw(sql, ordered);
    const isRead = /^\s*select/i.test(sql);
    const { rows } = await (isRead ? read.executeQuery(statement) : transaction(it => it.executeQuery(statement)));
    return { rows, rowCount: rows.length };
  };
