import type { RequestHandler } from 'express';
import { tooBusy } from '../problems.ts';

/**
 * How far the process is behind, in milliseconds, for the second turn of its event loop in a row: what comes has waited so
 * long. One long turn is a collection of garbage, and over.
 */
export type Lag = () => number;

const everyMilliseconds = 20;
const longTurnMilliseconds = 100;

/** Watches the event loop by a timer that keeps no process alive. */
export function watchLag(): Lag {
  let due = performance.now() + everyMilliseconds;
  let lateBefore = 0;
  setInterval(() => {
    lateBefore = performance.now() - due;
    due = performance.now() + everyMilliseconds;
  }, everyMilliseconds).unref();
  return () => (lateBefore < longTurnMilliseconds ? 0 : performance.now() - due);
}

/** The same as the API's own, in milliseconds. */
const mostLag = 1000;

/** 503 with Retry-After for what comes while the process is too far behind, before a session is opened for it. */
export function shedLoad(lag: Lag): RequestHandler {
  return (_req, _res, next) => {
    if (lag() > mostLag) throw tooBusy();
    next();
  };
}
