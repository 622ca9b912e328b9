import type { Request } from 'express';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { createLimiterFactory } from '../database/rate-limiter.ts';
import { getClientAddress } from './client-address.ts';
import { ApiError } from './errors.ts';
import type { CountRejection } from './limit-rejections.ts';
import type { CountedWindow, Principal } from './principal.ts';
import type { HttpResponse } from './response.ts';

const windowSeconds = 60;

export const windowMilliseconds = windowSeconds * 1000;

/** The prefix of the keys of callers in `rate_limits`. The ids of the person and the client follow. */
export const callerKeyPrefix = 'person';
export const callerKeySeparator = '\n';

/**
 * Requests per minute. `perMinute` is per person and client, unless the client has its own limit. `ipPerMinute` is per
 * address, for requests without a valid token.
 */
export type RateLimits = { perMinute: number; ipPerMinute: number };

/** The state of a bucket; `reset` is in seconds from now. */
type Allowance = { limit: number; remaining: number; reset: number };

/** Limits requests in fixed windows of 60 s. Every method sets the X-Rate-Limit headers. */
export type RateLimit = {
  /** Counts a request of an authenticated caller, unless its lookup has counted it. @throws ApiError 429 */
  admit(caller: Principal, response: HttpResponse): Promise<void>;
  /** Reverts `admit`, because a 304 does not count. */
  refund(caller: Principal, response: HttpResponse): Promise<void>;
  /** Counts a request without a valid token, and throws `error`. @throws ApiError 429 above the address's limit */
  reject(request: Request, response: HttpResponse, error: unknown): Promise<never>;
  /** Returns the allowance of a caller, or of the client's address, and counts nothing. */
  report(subject: Principal | Request, response: HttpResponse): Promise<Allowance>;
};

/** A key of a limiter, and the limit of this key: some clients have their own limit. */
export type Bucket = { limiter: RateLimiterAbstract; key: string; limit: number };

/** Creates the rate limits. A refreshed or invented token gets no new bucket. */
export const createRateLimit = (
  { perMinute, ipPerMinute }: RateLimits,
  database: Database,
  countRejection: CountRejection,
): RateLimit => {
  const createLimiter = createRequestLimiters(database);
  const people = createLimiter(callerKeyPrefix, perMinute);
  const addresses = createLimiter('ip', ipPerMinute);
  const getCallerBucket = ({ person, clientId, perMinute: ownLimit }: Principal): Bucket => ({
    limiter: people,
    key: `${person.id}${callerKeySeparator}${clientId}`,
    limit: ownLimit ?? perMinute,
  });
  const getAddressBucket = (request: Request): Bucket => ({
    limiter: addresses,
    key: getClientAddress(request),
    limit: ipPerMinute,
  });
  return {
    admit: (caller, response) =>
      requireAllowance(getCallerBucket(caller), response, () => countRejection('person'), caller.counted),
    async refund(caller, response) {
      const bucket = getCallerBucket(caller);
      setHeaders(response, toAllowance(bucket, await bucket.limiter.reward(bucket.key)));
    },
    async reject(request, response, error) {
      // An internal error does not count against the client.
      if (!(error instanceof ApiError)) throw error;
      await requireAllowance(getAddressBucket(request), response, () => countRejection('address'));
      throw error;
    },
    async report(subject, response) {
      const bucket = 'clientId' in subject ? getCallerBucket(subject) : getAddressBucket(subject);
      return setHeaders(response, await getAllowance(bucket));
    },
  };
};

/** Creates limiters of requests per minute. */
export const createRequestLimiters = (database: Database) => {
  const create = createLimiterFactory(database, 'rate_limits');
  return (keyPrefix: string, points: number): RateLimiterAbstract =>
    create({ keyPrefix, points, duration: windowSeconds });
};

/** Returns the allowance of a bucket and counts nothing. */
export const getAllowance = async (bucket: Bucket): Promise<Allowance> =>
  toAllowance(bucket, await bucket.limiter.get(bucket.key));

/**
 * Counts a request and sets the rate-limit headers. Counts with `penalty`, which never rejects: the limiter knows one
 * limit, but clients can have their own.
 * @param counted the window, if the request has already been counted
 * @returns 0, or the seconds to wait if the request exceeds the limit and therefore does not count
 */
export const countRequest = async (
  bucket: Bucket,
  response: HttpResponse,
  counted?: CountedWindow,
): Promise<number> => {
  const state = counted ?? (await bucket.limiter.penalty(bucket.key));
  const { limit, reset } = setHeaders(response, toAllowance(bucket, state));
  if (state.consumedPoints <= limit) return 0;
  response.setHeader('Retry-After', reset);
  await bucket.limiter.reward(bucket.key);
  return reset;
};

const requireAllowance = async (
  bucket: Bucket,
  response: HttpResponse,
  onRejection: () => void,
  counted?: CountedWindow,
): Promise<void> => {
  const seconds = await countRequest(bucket, response, counted);
  if (seconds === 0) return;
  onRejection();
  throw new ApiError('too_many_requests', `More than ${bucket.limit} requests per minute. Try again in ${seconds} s.`);
};

/** Computes the allowance; an unused bucket is full. */
const toAllowance = ({ limit }: Bucket, state: CountedWindow | null): Allowance => ({
  limit,
  remaining: state === null ? limit : Math.min(limit, Math.max(0, limit - state.consumedPoints)),
  reset: state === null ? windowSeconds : Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
});

const setHeaders = (response: HttpResponse, allowance: Allowance): Allowance => {
  response.setHeader('X-Rate-Limit-Limit', allowance.limit);
  response.setHeader('X-Rate-Limit-Remaining', allowance.remaining);
  response.setHeader('X-Rate-Limit-Reset', allowance.reset);
  return allowance;
};
