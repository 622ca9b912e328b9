import type { RequestHandler } from 'express';
import type { ServerMetrics } from '#server/metrics';
import { isTooLate, type Turns } from '#server/turns';
import { tooBusy } from '../problems.ts';

/** Responds 503 with Retry-After to requests that waited too long in the queue, before the session is read. */
export function rejectLateRequests(turns: Turns, { shed }: Pick<ServerMetrics, 'shed'>): RequestHandler {
  return (req, _res, next) => {
    if (!isTooLate(turns, req)) return next();
    shed.inc({ reason: 'late' });
    throw tooBusy();
  };
}
