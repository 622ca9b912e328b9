import { CompiledQuery } from 'kysely';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { sha256 } from './hash.ts';

/** Failed sign-ins within a time, in seconds. */
const allowances = {
  pair: { points: 5, duration: 15 * 60 },
  account: { points: 20, duration: 60 * 60 },
  address: { points: 100, duration: 60 * 60 },
};

/** Too many have failed: nothing is tried before the wait is over. */
export class TooManyFailures extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many failed sign-ins');
    this.waitSeconds = waitSeconds;
  }
}

/** Counts failed sign-ins per address and account, per account, and per address. */
export type SignInLimits = {
  /**
   * Counts an attempt as failed before it is made, so that many at once cannot slip through together.
   * @throws TooManyFailures
   */
  begin(address: string, email: string): Promise<{ succeeded(): Promise<void> }>;
};

/** The counts are in the store when that is Postgres, which several processes share; else in this process. */
export const createSignInLimits = (database: Database): SignInLimits => {
  const limiter = limiterOn(database);
  const pairs = limiter({ keyPrefix: 'pair', ...allowances.pair });
  const accounts = limiter({ keyPrefix: 'account', ...allowances.account });
  const addresses = limiter({ keyPrefix: 'address', ...allowances.address });

  return {
    async begin(address, email) {
      const account = sha256(email.trim().toLowerCase());
      const counts: Count[] = [
        { limiter: pairs, key: `${address}_${account}` },
        { limiter: accounts, key: account },
        { limiter: addresses, key: address },
      ];
      const refused = (await Promise.all(counts.map(count))).filter(wait => wait !== null);
      if (refused.length > 0) {
        // A refused attempt is no failure: it says nothing about the password.
        await Promise.all(counts.map(takeBack));
        throw new TooManyFailures(Math.max(...refused));
      }
      return {
        async succeeded() {
          await Promise.all([pairs.delete(`${address}_${account}`), accounts.delete(account)]);
          await addresses.reward(address);
        },
      };
    },
  };
};

type Count = { limiter: RateLimiterAbstract; key: string };

/** Null when there is room; else the seconds to wait. */
const count = async ({ limiter, key }: Count): Promise<number | null> => {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
};

const takeBack = ({ limiter, key }: Count): Promise<unknown> => limiter.reward(key);

const limiterOn = (database: Database): ((options: IRateLimiterOptions) => RateLimiterAbstract) => {
  if (database.engine === 'sqlite') return options => new RateLimiterMemory(options);
  const storeClient = {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows } = await database.read.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const shared = {
    storeClient,
    storeType: 'client',
    tableName: 'sign_in_failures',
    tableCreated: true,
    clearExpiredByTimeout: false,
  };
  return options => new RateLimiterPostgres({ ...options, ...shared });
};

/** A wait as one says it: "14 minutes". */
export const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  return minutes < 60 ? `${minutes} minutes` : 'an hour';
};
