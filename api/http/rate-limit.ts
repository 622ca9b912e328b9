import type { Request, Response } from 'express';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { limiterOn } from '../database/rate-limiter.ts';
import { ApiError } from './errors.ts';
import type { Principal } from './principal.ts';

const windowSeconds = 60;

/** How many requests a minute: of one person through one client, and of one address without a valid token. */
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

/** Buckets key on verified identity only: refreshing a token buys nothing, and a made-up one is nobody's. */
export const createRateLimit = ({ perMinute, ipPerMinute }: Limits, database: Database): RateLimit => {
  const limiter = limiterOn(database, 'rate_limits');
  const people = limiter({ keyPrefix: 'person', points: perMinute, duration: windowSeconds });
  const strangers = limiter({ keyPrefix: 'ip', points: ipPerMinute, duration: windowSeconds });
  return {
    admit: (caller, response) => spend(people, keyOf(caller), response),
    async giveBack(caller, response) {
      setHeaders(response, allowanceOf(people, await people.reward(keyOf(caller))));
    },
    async refuse(request, response, error) {
      // What went wrong on our side is nobody's failure.
      if (!(error instanceof ApiError)) throw error;
      await spend(strangers, request.ip ?? '', response);
      throw error;
    },
    async tell(of, response) {
      const [limiter, key] = 'clientId' in of ? [people, keyOf(of)] : [strangers, of.ip ?? ''];
      const allowance = allowanceOf(limiter, await limiter.get(key));
      setHeaders(response, allowance);
      return allowance;
    },
  };
};

const keyOf = ({ person, clientId }: Principal): string => `${person.id}\n${clientId}`;

const spend = async (limiter: RateLimiterAbstract, key: string, response: Response): Promise<void> => {
  try {
    setHeaders(response, allowanceOf(limiter, await limiter.consume(key)));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    // A 429 does not count.
    await limiter.reward(key);
    const { limit, reset } = setHeaders(response, { ...allowanceOf(limiter, refused), remaining: 0 });
    throw new ApiError('too_many_requests', `More than ${limit} requests in a minute. Try again in ${reset} s.`, {
      headers: { 'Retry-After': String(reset) },
    });
  }
};

/** A bucket nobody has touched yet is full. */
const allowanceOf = ({ points: limit }: RateLimiterAbstract, state: RateLimiterRes | null): Allowance => ({
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
