import { type AuditDraft, recordAudit } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { Database } from '../../database/database.ts';
import { createLimiterFactory } from '../../database/rate-limiter.ts';
import { type CountRejection, ignoreRejection } from '../../http/limit-rejections.ts';
import { type Bucket, getAllowance } from '../../http/rate-limit.ts';
import { sha256 } from '../hash.ts';
import { findPersonId } from './accounts.ts';

/** The allowed failures within a duration in seconds. */
const allowances = {
  pair: { points: 5, duration: 15 * 60 },
  account: { points: 20, duration: 60 * 60 },
  address: { points: 100, duration: 60 * 60 },
};

/** Thrown after too many failed attempts. Further attempts are not checked until the wait is over. */
export class TooManyFailuresError extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many failed sign-ins');
    this.waitSeconds = waitSeconds;
  }
}

/** Converts TooManyFailuresError to the seconds to wait; rethrows other errors. */
export const toWaitSeconds = (error: unknown): number => {
  if (error instanceof TooManyFailuresError) return error.waitSeconds;
  throw error;
};

/** Counts failed sign-ins for each account, for each IP address, and for each pair of both. */
export type SignInLimits = {
  /**
   * Runs `check`. A null result counts as a failure. Success resets the failures of the account, and of the account
   * from this IP address. In a process, attempts on one account or from one IP address run sequentially, so that
   * concurrent attempts in that process cannot exceed the limit. If `isComplete` returns false, a second step follows,
   * and success resets nothing: a stolen password must not reset the failures of guessed codes.
   * @throws TooManyFailuresError
   */
  attempt<T>(
    ipAddress: string,
    email: string,
    check: () => Promise<T | null>,
    isComplete?: (result: T) => boolean,
  ): Promise<T | null>;
  /**
   * Like `attempt`, but for a signed-in person. Counts only per account, because all users of the web app share its IP
   * address.
   * @throws TooManyFailuresError
   */
  attemptBySignedIn<T>(email: string, check: () => Promise<T | null>): Promise<T | null>;
};

/** Creates limits whose counts are stored: all processes share the counts, which survive restarts. */
export const createSignInLimits = (
  database: Database,
  { clock, countRejection = ignoreRejection }: { clock: () => number; countRejection?: CountRejection | undefined },
): SignInLimits => {
  const createLimiter = createLimiterFactory(database, 'sign_in_failures');
  const createBuckets = (keyPrefix: keyof typeof allowances) => {
    const limiter = createLimiter({ keyPrefix, ...allowances[keyPrefix] });
    return (key: string): Bucket => ({ limiter, key, limit: limiter.points });
  };
  const [pair, account, address] = [createBuckets('pair'), createBuckets('account'), createBuckets('address')];
  const onAccount = createKeyedQueue();
  const fromAddress = createKeyedQueue();

  const countIfRejected = <T>(attempt: Promise<T>): Promise<T> =>
    attempt.catch(error => {
      if (error instanceof TooManyFailuresError) countRejection('sign_in_failed');
      throw error;
    });

  const record = (entry: Pick<AuditDraft, 'action' | 'targetId' | 'after'>) =>
    database.transaction(writes => recordAudit(writes, { personId: null, clientId: null, now: clock() }, entry));

  /** Records that an account is locked. An unknown email address is not stored: it may be a mistyped password. */
  const recordLockedPerson = async (email: string, after: object) => {
    const targetId = await findPersonId(database.read, email);
    if (targetId !== null) await record({ action: 'person.locked', targetId, after });
  };

  const getOwnBuckets = (ipAddress: string | null, email: string): LockingBucket[] => {
    const key = hashEmail(email);
    return [
      {
        ...pair(`${ipAddress ?? 'signed-in'}_${key}`),
        recordLock: until => recordLockedPerson(email, { until, address: ipAddress }),
      },
      { ...account(key), recordLock: until => recordLockedPerson(email, { until }) },
    ];
  };

  return {
    attempt(ipAddress, email, check, isComplete) {
      const ownBuckets = getOwnBuckets(ipAddress, email);
      const recordLock = (until: string) => record({ action: 'address.locked', targetId: ipAddress, after: { until } });
      const allBuckets = [...ownBuckets, { ...address(ipAddress), recordLock }];
      const run = () => countIfRejected(attemptCounted({ allBuckets, ownBuckets, clock }, check, isComplete));
      return onAccount(hashEmail(email), () => fromAddress(ipAddress, run));
    },
    attemptBySignedIn(email, check) {
      const ownBuckets = getOwnBuckets(null, email);
      return onAccount(hashEmail(email), () =>
        countIfRejected(attemptCounted({ allBuckets: ownBuckets, ownBuckets, clock }, check)),
      );
    },
  };
};

/** `recordLock` records that the limit is reached. Attempts are possible again at `until`, an ISO time. */
type LockingBucket = Bucket & { recordLock(until: string): Promise<void> };

const hashEmail = (email: string): string => sha256(email.trim().toLowerCase());

type AttemptBuckets = {
  allBuckets: readonly LockingBucket[];
  ownBuckets: readonly LockingBucket[];
  clock: () => number;
};

/** Runs an attempt. A failure increments `allBuckets`; a complete sign-in resets `ownBuckets`. */
const attemptCounted = async <T>(
  { allBuckets, ownBuckets, clock }: AttemptBuckets,
  check: () => Promise<T | null>,
  isComplete: (result: T) => boolean = () => true,
): Promise<T | null> => {
  const waitTimes = await Promise.all(allBuckets.map(getWaitSeconds));
  if (waitTimes.some(seconds => seconds > 0)) throw new TooManyFailuresError(Math.max(...waitTimes));
  const result = await check();
  if (result === null) await Promise.all(allBuckets.map(bucket => countFailure(bucket, clock)));
  else if (isComplete(result)) await Promise.all(ownBuckets.map(resetFailures));
  return result;
};

/** Counts a failure, and records a lock at the limit. Concurrent failures of several processes can exceed the limit. */
const countFailure = async ({ limiter, key, limit, recordLock }: LockingBucket, clock: () => number): Promise<void> => {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
  if (consumedPoints === limit) await recordLock(isoTime(clock() + msBeforeNext));
};

/** Writes only if there are failures to delete. */
const resetFailures = async ({ limiter, key }: Bucket): Promise<void> => {
  if ((await limiter.get(key)) !== null) await limiter.delete(key);
};

/** Returns the seconds until the next allowed attempt; 0 below the limit. */
const getWaitSeconds = async (bucket: Bucket): Promise<number> => {
  const { remaining, reset } = await getAllowance(bucket);
  return remaining > 0 ? 0 : reset;
};

/** Creates a queue that runs work with the same key sequentially. An idle key uses no memory. */
const createKeyedQueue = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const finished: Promise<unknown> = result
      .catch(() => {})
      .finally(() => {
        if (last.get(key) === finished) last.delete(key);
      });
    last.set(key, finished);
    return result;
  };
};

/** Formats a wait, rounded up to minutes: "a minute", "14 minutes" or, at most, "an hour". */
export const formatWait = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  return minutes < 60 ? `${minutes} minutes` : 'an hour';
};
