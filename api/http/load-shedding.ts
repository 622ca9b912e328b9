import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/** How far the process is behind, in milliseconds: what came since its timers were last due has waited so long. */
export type Lag = () => number;

const everyMilliseconds = 20;

/** Watches the event loop by a timer that keeps no process alive. */
export const watchLag = (): Lag => {
  let due = performance.now() + everyMilliseconds;
  setInterval(() => {
    due = performance.now() + everyMilliseconds;
  }, everyMilliseconds).unref();
  return () => performance.now() - due;
};

/** Beyond it, in milliseconds, a person has begun to wonder; a program has still got its answer in good time. */
const mostLag = 500;

/** To whoever asks how the process is, being busy is being well. */
const probes = new Set(['/healthz', '/readyz']);

/**
 * 503 with Retry-After for what comes while the process is too far behind, before anything is spent on it: the rest is
 * answered as fast as ever, instead of everything ever later.
 */
export const shedLoad =
  (lag: Lag): RequestHandler =>
  ({ path }, _response, next) => {
    if (lag() <= mostLag || probes.has(path)) return next();
    throw new ApiError('unavailable', 'More is asked just now than can be answered. Try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  };
