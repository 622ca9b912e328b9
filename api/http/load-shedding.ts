import type { RequestHandler } from 'express';
import { isTooFarBehind, type Lag } from '#server/lag';
import { ApiError } from './errors.ts';

/** To whoever asks how the process is, being busy is being well. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * 503 with Retry-After for what comes while the process is too far behind, before anything is spent on it: the rest is
 * answered as fast as ever, instead of everything ever later.
 */
export const shedLoad =
  (lag: Lag): RequestHandler =>
  ({ path }, _response, next) => {
    if (!isTooFarBehind(lag) || probes.has(path)) return next();
    throw new ApiError('unavailable', 'More is asked just now than can be answered. Try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  };
