import type { Request, RequestHandler } from 'express';
import type { ServerMetrics } from './metrics.ts';
import { hasWaitedTooLong, type RequestQueue } from './request-queue.ts';

/**
 * Responds 503 with Retry-After to a request that was queued too long. Does no other work for it, so that the other
 * requests get their responses in time.
 *
 * @param createError returns the 503 as the server's own kind of error
 */
export const createLoadCheck =
  (queue: RequestQueue, { shed }: Pick<ServerMetrics, 'shed'>, createError: () => Error) =>
  (request: Request): void => {
    if (!hasWaitedTooLong(queue, request)) return;
    shed.inc({ reason: 'late' });
    throw createError();
  };

/** Applies the check as middleware. */
export const shedLoad = (...options: Parameters<typeof createLoadCheck>): RequestHandler => {
  const check = createLoadCheck(...options);
  return (request, _response, next) => {
    check(request);
    next();
  };
};
