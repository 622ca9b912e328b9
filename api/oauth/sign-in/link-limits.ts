import type { NextFunction, RequestHandler, Response } from 'express';
import type { Database } from '../../database/database.ts';
import { createLimiterFactory } from '../../database/rate-limiter.ts';
import { getClientAddress } from '../../http/client-address.ts';
import type { CountRejection } from '../../http/limit-rejections.ts';
import { formatWait } from '../accounts/sign-in-limits.ts';
import { renderTooManyRequestsPage } from '../pages/one-time-page.ts';
import { writePage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import type { AccountLinks } from './one-time-links.ts';

const [limit, duration] = [20, 3600];

/** Limits requests per hour and IP address: for invalid links, and for forgotten passwords. */
export type LinkLimits = { invalidLinks: RequestHandler<{ token: string }>; forgot: RequestHandler };

type Dependencies = {
  site: Site;
  accountLinks: Pick<AccountLinks, 'find'>;
  countRejection: CountRejection;
};

/** Creates the limits. Requests above the limit get a page with 429 and Retry-After. */
export const createLinkLimits = (
  database: Database,
  { site, accountLinks, countRejection }: Dependencies,
): LinkLimits => {
  const createLimiter = createLimiterFactory(database, 'rate_limits');
  const createLimit = (keyPrefix: string) => {
    const limiter = createLimiter({ keyPrefix, points: limit, duration });
    return async (
      request: Parameters<typeof getClientAddress>[0],
      response: Response,
      next: NextFunction,
    ): Promise<void> => {
      const key = getClientAddress(request);
      // Counts before the check, so that concurrent requests cannot exceed the limit.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
      if (consumedPoints <= limit) return next();
      await limiter.reward(key);
      const reset = Math.max(1, Math.ceil(msBeforeNext / 1000));
      countRejection('account_link');
      response.setHeader('Retry-After', String(reset));
      writePage(response, 429, renderTooManyRequestsPage(site, formatWait(reset)));
    };
  };
  const limitInvalidLinks = createLimit('one_time');
  return {
    async invalidLinks(request, response, next) {
      if ((await accountLinks.find(request.params.token)) !== null) return next();
      return limitInvalidLinks(request, response, next);
    },
    forgot: createLimit('forgot'),
  };
};
