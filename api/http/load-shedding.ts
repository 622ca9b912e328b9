import type { RequestHandler } from 'express';
import type { ServerMetrics } from '#server/metrics';
import { isTooLate, type Turns } from '#server/turns';
import { ApiError } from './errors.ts';

/**
 * Sheds load: 503 with Retry-After for a request that was queued too long, before any work is done for it. The other requests
 * are answered in time.
 */
export const shedLoad =
  (turns: Turns, { shed }: Pick<ServerMetrics, 'shed'>): RequestHandler =>
  (request, _response, next) => {
    if (!isTooLate(turns, request)) return next();
    shed.inc({ reason: 'late' });
    throw new ApiError('unavailable', 'The server is overloaded. Try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  };
