import type { RequestHandler } from 'express';
import type { Database } from '../../database/database.ts';
import { createLimiterFactory } from '../../database/rate-limiter.ts';
import { getClientAddress } from '../../http/client-address.ts';
import type { CountRejection } from '../../http/limit-rejections.ts';
import { getAllowance } from '../../http/rate-limit.ts';
import { formatWait } from '../accounts/sign-in-limits.ts';
import { renderTooManyRequestsPage } from '../pages/one-time-page.ts';
import { writePage } from '../pages/page.ts';

const [limit, duration] = [20, 3600];

/** Limits the requests per hour and network to the pages that anyone can use without a session. */
export type LinkLimits = { oneTime: RequestHandler; forgot: RequestHandler };

export const createLinkLimits = (
  database: Database,
  { apiPublicUrl, countRejection }: { apiPublicUrl: string; countRejection: CountRejection },
): LinkLimits => {
  const createLimiter = createLimiterFactory(database, 'rate_limits');
  const create = (keyPrefix: string): RequestHandler => {
    const limiter = createLimiter({ keyPrefix, points: limit, duration });
    return async (request, response, next) => {
      const key = getClientAddress(request);
      const { remaining, reset } = await getAllowance({ limiter, key, limit });
      if (remaining > 0) {
        await limiter.penalty(key);
        return next();
      }
      countRejection('account_link');
      response.setHeader('Retry-After', String(reset));
      writePage(response, 429, renderTooManyRequestsPage(apiPublicUrl, formatWait(reset)));
    };
  };
  return { oneTime: create('one_time'), forgot: create('forgot') };
};
