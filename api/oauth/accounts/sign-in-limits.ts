import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from '../../database/database.ts';
import { limiterOn } from '../../database/rate-limiter.ts';
import { type CountRefusal, uncounted } from '../../http/refusals.ts';
import { sha256 } from '../hash.ts';
import { createQueues } from './queues.ts';

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
   * Lets an attempt be made, which is null when it fails: that counts, and success forgets the account's failures.
   * Attempts on one account, and from one address, take turns, so that many at once cannot slip through together.
   * @throws TooManyFailures
   */
  attempt<T>(address: string, email: string, make: () => Promise<T | null>): Promise<T | null>;
  /**
   * The same for somebody who is signed in already, wherever they are: the web server gives all of its people one address.
   * Only the account counts, as if all came from one address of its own.
   * @throws TooManyFailures
   */
  attemptSignedIn<T>(email: string, make: () => Promise<T | null>): Promise<T | null>;
};

/** The counts are in the store: every process knows them, and a restart forgets none. */
export const createSignInLimits = (database: Database, countRefusal: CountRefusal = uncounted): SignInLimits => {
  const limiter = limiterOn(database, 'sign_in_failures');
  const pairs = limiter({ keyPrefix: 'pair', ...allowances.pair });
  const accounts = limiter({ keyPrefix: 'account', ...allowances.account });
  const addresses = limiter({ keyPrefix: 'address', ...allowances.address });
  const onAccount = createQueues();
  const fromAddress = createQueues();

  const counted = <T>(attempt: Promise<T>): Promise<T> =>
    attempt.catch(error => {
      if (error instanceof TooManyFailures) countRefusal('sign_in_failed');
      throw error;
    });

  const ofAccount = (place: string, account: string): Count[] => [
    { limiter: pairs, key: `${place}_${account}` },
    { limiter: accounts, key: account },
  ];

  return {
    attempt(address, email, make) {
      const account = digestOf(email);
      const [own, shared] = [ofAccount(address, account), { limiter: addresses, key: address }];
      return onAccount(account, () => fromAddress(address, () => counted(attemptCounted([...own, shared], own, make))));
    },
    attemptSignedIn(email, make) {
      const account = digestOf(email);
      const own = ofAccount('signed-in', account);
      return onAccount(account, () => counted(attemptCounted(own, own, make)));
    },
  };
};

const digestOf = (email: string): string => sha256(email.trim().toLowerCase());

/** `all` count a failure; success forgets `own`. */
const attemptCounted = async <T>(
  all: readonly Count[],
  own: readonly Count[],
  make: () => Promise<T | null>,
): Promise<T | null> => {
  const waits = await Promise.all(all.map(waitSeconds));
  if (waits.some(seconds => seconds > 0)) throw new TooManyFailures(Math.max(...waits));
  const made = await make();
  if (made === null) await Promise.all(all.map(({ limiter, key }) => limiter.penalty(key)));
  else await Promise.all(own.map(forget));
  return made;
};

type Count = { limiter: RateLimiterAbstract; key: string };

/** Whoever has not failed costs no write. */
const forget = async ({ limiter, key }: Count): Promise<void> => {
  if ((await limiter.get(key)) !== null) await limiter.delete(key);
};

/** 0 while there is room. */
const waitSeconds = async ({ limiter, key }: Count): Promise<number> => {
  const state = await limiter.get(key);
  if (state === null || state.consumedPoints < limiter.points) return 0;
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
};

/** A wait as one says it: "14 minutes". */
export const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  return minutes < 60 ? `${minutes} minutes` : 'an hour';
};
