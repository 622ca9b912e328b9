const [minMilliseconds, maxMilliseconds] = [1000, 10_000];

/**
 * Pauses after failures of the store. The first pause lasts one second. Each further failure doubles the pause, up to
 * ten seconds.
 */
export type Pauses = {
  /** Starts a pause, and returns its duration in milliseconds. */
  start(): number;
  isPaused(): boolean;
  /** Stops the pause and resets its duration, because the store works again. */
  reset(): void;
};

export const createPauses = (): Pauses => {
  let until = 0;
  let next = minMilliseconds;
  return {
    start() {
      const duration = next;
      until = performance.now() + duration;
      next = Math.min(2 * next, maxMilliseconds);
      return duration;
    },
    isPaused: () => performance.now() < until,
    reset() {
      until = 0;
      next = minMilliseconds;
    },
  };
};
