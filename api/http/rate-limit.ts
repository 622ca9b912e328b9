import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from './errors.ts';
import type { Principal } from './principal.ts';

const windowSeconds = 60;

/** How many requests a minute: of one person through one client, and of one address without a valid token. */
export type Limits = { perMinute: number; ipPerMinute: number };

/** Counts requests in fixed windows of 60 s and refuses what is over. */
export type RateLimit = {
  /** Counts a request of a verified caller. @throws ApiError 429 */
  admit(caller: Principal, response: Response): Promise<void>;
  /** Counts a request without a valid token and throws: `error`, or 429 once its address has failed too often. */
  refuse(request: Request, response: Response, error: unknown): Promise<never>;
};

/** Buckets key on verified identity only: refreshing a token buys nothing, and a made-up one is nobody's. */
export const createRateLimit = ({ perMinute, ipPerMinute }: Limits): RateLimit => {
  const people = new RateLimiterMemory({ keyPrefix: 'person', points: perMinute, duration: windowSeconds });
  const strangers = new RateLimiterMemory({ keyPrefix: 'ip', points: ipPerMinute, duration: windowSeconds });
  return {
    async admit({ person, clientId }, response) {
      await spend(people, `${person.id}\n${clientId}`, perMinute, response);
    },
    async refuse(request, response, error) {
      await spend(strangers, request.ip ?? '', ipPerMinute, response);
      throw error;
    },
  };
};

const spend = async (limiter: RateLimiterMemory, key: string, limit: number, response: Response): Promise<void> => {
  try {
    setHeaders(response, limit, await limiter.consume(key));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    setHeaders(response, limit, refused);
    const seconds = secondsLeft(refused);
    throw new ApiError('too_many_requests', `More than ${limit} requests in a minute. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  }
};

const setHeaders = (response: Response, limit: number, state: RateLimiterRes): void => {
  response.setHeader('X-Rate-Limit-Limit', limit);
  response.setHeader('X-Rate-Limit-Remaining', Math.max(0, state.remainingPoints));
  response.setHeader('X-Rate-Limit-Reset', secondsLeft(state));
};

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));
