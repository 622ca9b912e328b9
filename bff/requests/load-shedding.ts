import type { RequestHandler } from 'express';
import { tooBusy } from '../problems.ts';

/** How far the process is behind, in milliseconds: what came since its timers were last due has waited so long. */
export type Lag = () => number;

const everyMilliseconds = 20;

/** Watches the event loop by a timer that keeps no process alive. */
export function watchLag(): Lag {
  let due = performance.now() + everyMilliseconds;
  setInterval(() => {
    due = performance.now() + everyMilliseconds;
  }, everyMilliseconds).unref();
  return () => performance.now() - due;
}

/** The same as the API's own, in milliseconds. */
const mostLag = 500;

/** 503 with Retry-After for what comes while the process is too far behind, before a session is opened for it. */
export function shedLoad(lag: Lag): RequestHandler {
  return (_req, _res, next) => {
    if (lag() > mostLag) throw tooBusy();
    next();
  };
}
