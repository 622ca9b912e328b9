import type { ServerMetrics } from '#server/metrics';
import { tooBusy } from '../problems.ts';

/** Limits the number of reads that wait for the API. */
export type Waiting = {
  /** Starts waiting and returns a function that stops it, once. @throws Problem 503 if too many requests wait */
  begin(): () => void;
  count(): number;
};

/** Counts waiting requests up to a limit. Without it, an overloaded API would delay each request more than the last. */
export function countWaiting(limit: number, { shed }: Pick<ServerMetrics, 'shed'>): Waiting {
  let waiting = 0;
  return {
    begin() {
      if (waiting >= limit) {
        shed.inc({ reason: 'api_busy' });
        throw tooBusy();
      }
      waiting += 1;
      let isWaiting = true;
      return () => {
        if (isWaiting) waiting -= 1;
        isWaiting = false;
      };
    },
    count: () => waiting,
  };
}
