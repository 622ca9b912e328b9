import type { Request, Response } from 'express';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { limiterOn } from '../database/rate-limiter.ts';
import { clientAddress } from './client-address.ts';
import { ApiError } from './errors.ts';
import type { Principal } from './principal.ts';
import type { CountRefusal } from './refusals.ts';

const windowSeconds = 60;

/** How many requests a minute: of one person through one client, unless that has its own limit, and of one address without a valid token. */
export type Limits = { perMinute: number; ipPerMinute: number };

/** Where a bucket stands; `reset` is in seconds from now. */
type Allowance = { limit: number; remaining: number; reset: number };

/** Counts requests in fixed windows of 60 s and refuses what is over. All of it sets the X-Rate-Limit headers. */
export type RateLimit = {
  /** Counts a request of a verified caller. @throws ApiError 429 */
  admit(caller: Principal, response: Response): Promise<void>;
  /** Takes back what `admit` counted: the answer is a 304. */
  giveBack(caller: Principal, response: Response): Promise<void>;
  /** Counts a request without a valid token and throws: `error`, or 429 once its address has failed too often. */
  refuse(request: Request, response: Response, error: unknown): Promise<never>;
  /** Tells where a caller stands, or the address of a request when nobody is known, and counts nothing. */
  tell(of: Principal | Request, response: Response): Promise<Allowance>;
};

/** Where requests are counted, and how many may be. */
type Bucket = { limiter: RateLimiterAbstract; key: string; limit: number };

/** Buckets key on verified identity only: refreshing a token buys nothing, and a made-up one is nobody's. */
export const createRateLimit = (
  { perMinute, ipPerMinute }: Limits,
  database: Database,
  countRefusal: CountRefusal,
): RateLimit => {
  const limiter = limiterOn(database, 'rate_limits');
  const people = limiter({ keyPrefix: 'person', points: perMinute, duration: windowSeconds });
  const strangers = limiter({ keyPrefix: 'ip', points: ipPerMinute, duration: windowSeconds });
  const ofCaller = ({ person, clientId, perMinute: own }: Principal): Bucket => ({
    limiter: people,
    key: `${person.id}\n${clientId}`,
    limit: own ?? perMinute,
  });
  const ofAddress = (request: Request): Bucket => ({
    limiter: strangers,
    key: clientAddress(request),
    limit: ipPerMinute,
  });
  return {
    admit: (caller, response) => spend(ofCaller(caller), response, () => countRefusal('person')),
    async giveBack(caller, response) {
      const bucket = ofCaller(caller);
      setHeaders(response, allowanceOf(bucket, await bucket.limiter.reward(bucket.key)));
    },
    async refuse(request, response, error) {
      // What went wrong on our side is nobody's failure.
      if (!(error instanceof ApiError)) throw error;
      await spend(ofAddress(request), response, () => countRefusal('address'));
      throw error;
    },
    async tell(of, response) {
      const bucket = 'clientId' in of ? ofCaller(of) : ofAddress(of);
      const allowance = allowanceOf(bucket, await bucket.limiter.get(bucket.key));
      setHeaders(response, allowance);
      return allowance;
    },
  };
};

/** Counts with `penalty`, which refuses nothing: the limiter knows one limit, and clients have their own. */
const spend = async (bucket: Bucket, response: Response, onRefusal: () => void): Promise<void> => {
  const state = await bucket.limiter.penalty(bucket.key);
  const { limit, reset } = setHeaders(response, allowanceOf(bucket, state));
  if (state.consumedPoints <= limit) return;
  onRefusal();
  // A 429 does not count.
  await bucket.limiter.reward(bucket.key);
  throw new ApiError('too_many_requests', `More than ${limit} requests in a minute. Try again in ${reset} s.`, {
    headers: { 'Retry-After': String(reset) },
  });
};

/** A bucket nobody has touched yet is full. */
const allowanceOf = ({ limit }: Bucket, state: RateLimiterRes | null): Allowance => ({
  limit,
  remaining: state === null ? limit : Math.min(limit, Math.max(0, limit - state.consumedPoints)),
  reset: state === null ? windowSeconds : Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
});

const setHeaders = (response: Response, allowance: Allowance): Allowance => {
  response.setHeader('X-Rate-Limit-Limit', allowance.limit);
  response.setHeader('X-Rate-Limit-Remaining', allowance.remaining);
  response.setHeader('X-Rate-Limit-Reset', allowance.reset);
  return allowance;
};
