type PaceOptions = {
  /** As many may begin at once after a rest. */
  burst: number;
  perSecond: number;
  /** Milliseconds that only grow. */
  now: () => number;
};

/** How long the next request has to wait, in milliseconds; it counts as sent then. */
export function createPace({ burst, perSecond, now }: PaceOptions): () => number {
  let left = burst;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(burst, left + ((time - at) / 1000) * perSecond) - 1;
    at = time;
    return Math.max(0, -left / perSecond) * 1000;
  };
}
