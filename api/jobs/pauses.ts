const [minMilliseconds, maxMilliseconds] = [1000, 10_000];

/**
 * Pauses after failures of the store. The first pause lasts one second. Each failure after a pause doubles the next
 * pause, up to ten seconds. Failures during a pause have the same cause, and do not extend it.
 */
export type Pauses = {
  /** Starts a pause, unless one is active. Returns its remaining milliseconds. */
  start(): number;
  isPaused(): boolean;
  /** Stops the pause and resets its duration, because the store works again. */
  reset(): void;
};

/** @param clock returns milliseconds, and never goes back */
export const createPauses = (clock: () => number = () => performance.now()): Pauses => {
  let until = 0;
  let next = minMilliseconds;
  return {
    start() {
      const now = clock();
      if (now < until) return until - now;
      until = now + next;
      next = Math.min(2 * next, maxMilliseconds);
      return until - now;
    },
    isPaused: () => clock() < until,
    reset() {
      until = 0;
      next = minMilliseconds;
    },
  };
};
