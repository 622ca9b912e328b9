import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from '../../database/database.ts';
import { createLimiterFactory } from '../../database/rate-limiter.ts';
import { type CountRejection, ignoreRejection } from '../../http/limit-rejections.ts';
import { sha256 } from '../hash.ts';

/** The allowed failures within a duration in seconds. */
const allowances = {
  pair: { points: 5, duration: 15 * 60 },
  account: { points: 20, duration: 60 * 60 },
  address: { points: 100, duration: 60 * 60 },
};

/** Too many attempts failed; no attempt is made until the wait is over. */
export class TooManyFailuresError extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many failed sign-ins');
    this.waitSeconds = waitSeconds;
  }
}

/** Counts failed sign-ins per address and account, per account, and per address. */
export type SignInLimits = {
  /**
   * Runs an attempt and counts a failure, which is null; success resets the account's failures. Attempts on one account,
   * and from one address, run one after another, so that concurrent ones cannot exceed the limit.
   * @throws TooManyFailuresError
   */
  attempt<T>(address: string, email: string, make: () => Promise<T | null>): Promise<T | null>;
  /**
   * Does the same for a signed-in person, counting only per account: everyone who uses the web app shares its address.
   * @throws TooManyFailuresError
   */
  attemptBySignedIn<T>(email: string, make: () => Promise<T | null>): Promise<T | null>;
};

/** Creates limits whose counts are in the store, shared by all processes and kept across restarts. */
export const createSignInLimits = (
  database: Database,
  countRefusal: CountRejection = ignoreRejection,
): SignInLimits => {
  const limiter = createLimiterFactory(database, 'sign_in_failures');
  const pairs = limiter({ keyPrefix: 'pair', ...allowances.pair });
  const accounts = limiter({ keyPrefix: 'account', ...allowances.account });
  const addresses = limiter({ keyPrefix: 'address', ...allowances.address });
  const onAccount = createKeyedQueue();
  const fromAddress = createKeyedQueue();

  const counted = <T>(attempt: Promise<T>): Promise<T> =>
    attempt.catch(error => {
      if (error instanceof TooManyFailuresError) countRefusal('sign_in_failed');
      throw error;
    });

  const getAccountCounts = (source: string, account: string): Count[] => [
    { limiter: pairs, key: `${source}_${account}` },
    { limiter: accounts, key: account },
  ];

  return {
    attempt(address, email, make) {
      const account = hashEmail(email);
      const [own, shared] = [getAccountCounts(address, account), { limiter: addresses, key: address }];
      return onAccount(account, () => fromAddress(address, () => counted(attemptCounted([...own, shared], own, make))));
    },
    attemptBySignedIn(email, make) {
      const account = hashEmail(email);
      const own = getAccountCounts('signed-in', account);
      return onAccount(account, () => counted(attemptCounted(own, own, make)));
    },
  };
};

const hashEmail = (email: string): string => sha256(email.trim().toLowerCase());

/** A failure increments `all`; success resets `own`. */
const attemptCounted = async <T>(
  all: readonly Count[],
  own: readonly Count[],
  make: () => Promise<T | null>,
): Promise<T | null> => {
  const waits = await Promise.all(all.map(waitSeconds));
  if (waits.some(seconds => seconds > 0)) throw new TooManyFailuresError(Math.max(...waits));
  const result = await make();
  if (result === null) await Promise.all(all.map(({ limiter, key }) => limiter.penalty(key)));
  else await Promise.all(own.map(reset));
  return result;
};

type Count = { limiter: RateLimiterAbstract; key: string };

/** Without failures it needs no write. */
const reset = async ({ limiter, key }: Count): Promise<void> => {
  if ((await limiter.get(key)) !== null) await limiter.delete(key);
};

/** Returns 0 below the limit. */
const waitSeconds = async ({ limiter, key }: Count): Promise<number> => {
  const state = await limiter.get(key);
  if (state === null || state.consumedPoints < limiter.points) return 0;
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
};

/** Creates a queue that runs work with the same key one after another; an idle key uses no memory. */
const createKeyedQueue = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const ended: Promise<unknown> = result
      .catch(() => {})
      .finally(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return result;
  };
};

/** Formats a wait, such as "14 minutes". */
export const formatWait = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  return minutes < 60 ? `${minutes} minutes` : 'an hour';
};
