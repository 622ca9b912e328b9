import type { RequestHandler } from 'express';
import type { ServerMetrics } from '#server/metrics';
import { hasWaitedTooLong, type RequestQueue } from '#server/request-queue';
import { ApiError } from './errors.ts';

/**
 * Sheds load: 503 with Retry-After for a request that was queued too long, before any work is done for it. The other requests
 * are answered in time.
 */
export const shedLoad =
  (turns: RequestQueue, { shed }: Pick<ServerMetrics, 'shed'>): RequestHandler =>
  (request, _response, next) => {
    if (!hasWaitedTooLong(turns, request)) return next();
    shed.inc({ reason: 'late' });
    throw new ApiError('unavailable', 'The server is overloaded. Try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  };
