import type { RequestHandler } from 'express';
import type { ServerMetrics } from '#server/metrics';
import { isTooLate, type Turns } from '#server/turns';
import { tooBusy } from '../problems.ts';

/** 503 with Retry-After for what has waited too long for its turn, before a session is opened for it. */
export function shedLoad(turns: Turns, { shed }: Pick<ServerMetrics, 'shed'>): RequestHandler {
  return (req, _res, next) => {
    if (!isTooLate(turns, req)) return next();
    shed.inc({ reason: 'late' });
    throw tooBusy();
  };
}
