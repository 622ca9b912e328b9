import type { Request, RequestHandler } from 'express';
import type { ServerMetrics } from './metrics.ts';
import { hasWaitedTooLong, type RequestQueue } from './request-queue.ts';

/**
 * Creates a check that rejects a request that was queued too long. The server does no other work for the request, so
 * that the other requests get their responses in time.
 *
 * @param createError creates the 503 with Retry-After, as an error that the server's error handler writes
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
