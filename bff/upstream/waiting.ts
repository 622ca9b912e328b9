import type { ServerMetrics } from '#server/metrics';
import { tooBusy } from '../problems.ts';

/** What waits for the API's answers. */
export type Waiting = {
  /** Begins to wait; what it answers ends that, once. @throws Problem 503 when too many wait already */
  begin(): () => void;
  /** How many do now. */
  count(): number;
};

/**
 * Counts what waits, up to so many. An API that is asked more than it can answer would else let each wait a little longer
 * than the one before, without end.
 */
export function countWaiting(most: number, { shed }: Pick<ServerMetrics, 'shed'>): Waiting {
  let waiting = 0;
  return {
    begin() {
      if (waiting >= most) {
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
