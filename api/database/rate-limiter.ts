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

/** Makes limiters: they count in the store when that is Postgres, which several processes share; else in this process. */
export const limiterOn = (
  database: Database,
  tableName: CountingTable,
): ((options: IRateLimiterOptions) => RateLimiterAbstract) => {
  if (database.engine === 'sqlite') return options => new RateLimiterMemory(options);
  const storeClient = {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows } = await database.read.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const shared = { storeClient, storeType: 'client', tableName, tableCreated: true, clearExpiredByTimeout: false };
  return options => new RateLimiterPostgres({ ...options, ...shared });
};
