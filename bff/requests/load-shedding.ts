import type { RequestHandler } from 'express';
import { isTooFarBehind, type Lag } from '#server/lag';
import { tooBusy } from '../problems.ts';

/** 503 with Retry-After for what comes while the process is too far behind, before a session is opened for it. */
export function shedLoad(lag: Lag): RequestHandler {
  return (_req, _res, next) => {
    if (isTooFarBehind(lag)) throw tooBusy();
    next();
  };
}
