const [minMilliseconds, maxMilliseconds] = [1000, 10_000];

/** Pauses after failures of the store: one second, which doubles with each failure in a row to ten. */
export type Pauses = {
  /** Starts a pause, and returns its duration in milliseconds. */
  start(): number;
  isPaused(): boolean;
  /** The store works. */
  end(): void;
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
    end() {
      until = 0;
      next = minMilliseconds;
    },
  };
};
