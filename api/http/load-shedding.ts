import type { RequestHandler } from 'express';
import type { ServerMetrics } from '#server/metrics';
import { isTooLate, type Turns } from '#server/turns';
import { ApiError } from './errors.ts';

/**
 * 503 with Retry-After for what has waited too long for its turn, before anything is spent on it: the rest is answered in
 * good time, instead of everything ever later.
 */
export const shedLoad =
  (turns: Turns, { shed }: Pick<ServerMetrics, 'shed'>): RequestHandler =>
  (request, _response, next) => {
    if (!isTooLate(turns, request)) return next();
    shed.inc({ reason: 'late' });
    throw new ApiError('unavailable', 'More is asked just now than can be answered. Try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  };
