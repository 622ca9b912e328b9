type PaceOptions = {
  /** Requests that may be sent immediately after a pause. */
  burst: number;
  perSecond: number;
  /** A monotonic clock, in milliseconds. */
  now: () => number;
};

/** Returns a function that takes a token and returns how long to wait before sending, in milliseconds. */
export function createTokenBucket({ burst, perSecond, now }: PaceOptions): () => number {
  let left = burst;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(burst, left + ((time - at) / 1000) * perSecond) - 1;
    at = time;
    return Math.max(0, -left / perSecond) * 1000;
  };
}
