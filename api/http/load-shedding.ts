import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/**
 * How far the process is behind, in milliseconds, for the second turn of its event loop in a row: what comes has waited so
 * long. One long turn is a slow disk or a collection of garbage, and over.
 */
export type Lag = () => number;

const everyMilliseconds = 20;
const longTurnMilliseconds = 100;

/** Watches the event loop by a timer that keeps no process alive. */
export const watchLag = (): Lag => {
  let due = performance.now() + everyMilliseconds;
  let lateBefore = 0;
  setInterval(() => {
    lateBefore = performance.now() - due;
    due = performance.now() + everyMilliseconds;
  }, everyMilliseconds).unref();
  return () => (lateBefore < longTurnMilliseconds ? 0 : performance.now() - due);
};

/** Beyond it, in milliseconds, a person has begun to wonder; a program has still got its answer in good time. */
const mostLag = 1000;

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
