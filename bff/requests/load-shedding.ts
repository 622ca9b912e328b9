import type { RequestHandler } from 'express';
import type { ServerMetrics } from '#server/metrics';
import { hasWaitedTooLong, type RequestQueue } from '#server/request-queue';
import { tooBusy } from '../problems.ts';

/** Responds 503 with Retry-After to requests that waited too long in the queue, before the session is read. */
export function rejectLateRequests(turns: RequestQueue, { shed }: Pick<ServerMetrics, 'shed'>): RequestHandler {
  return (req, _res, next) => {
    if (!hasWaitedTooLong(turns, req)) return next();
    shed.inc({ reason: 'late' });
    throw tooBusy();
  };
}
