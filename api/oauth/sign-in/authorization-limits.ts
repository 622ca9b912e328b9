import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Database } from '../../database/database.ts';
import { getClientAddress } from '../../http/client-address.ts';
import { ApiError } from '../../http/errors.ts';
import type { CountRejection } from '../../http/limit-rejections.ts';
import { createRequestLimiters, getAllowance } from '../../http/rate-limit.ts';

/** A tenth of the API's limit, at least 10, because each sign-in stores up to 8 KiB for an hour. */
const [divisor, minimum] = [10, 10];

/** Limits the sign-ins started per minute per IP address, because anyone can start them. */
export type AuthorizationLimits = {
  /** Rejects a sign-in with 429 if its IP address has started too many sign-ins. */
  admit: RequestHandler;
  /** Counts a step that the request has started: a sign-in, a consent or a redirect to a provider. */
  count(request: IncomingMessage): Promise<void>;
};

/** @param perMinute RATE_LIMIT_PER_MINUTE */
export const createAuthorizationLimits = (
  perMinute: number,
  database: Database,
  countRejection: CountRejection,
): AuthorizationLimits => {
  const limit = Math.max(minimum, Math.floor(perMinute / divisor));
  const limiter = createRequestLimiters(database)('begun', limit);
  return {
    async admit(request, _response, next) {
      const { remaining, reset } = await getAllowance({ limiter, key: getClientAddress(request), limit });
      if (remaining > 0) return next();
      countRejection('sign_in_begun');
      throw new ApiError(
        'too_many_requests',
        `This IP address has reached its limit of ${limit} sign-ins per minute.`,
        {
          headers: { 'Retry-After': String(reset) },
        },
      );
    },
    async count(request) {
      await limiter.penalty(getClientAddress(request));
    },
  };
};
