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

/** In milliseconds. Beyond it a person has begun to wonder; until then a program has got its answer in good time. */
const mostLag = 1000;

/** Whether what comes now is better refused at once than answered late, and everything after it later still. */
export const isTooFarBehind = (lag: Lag): boolean => lag() > mostLag;
