import type { ServerMetrics } from '#server/metrics';
import { tooBusy } from '../problems.ts';

/** Limits the number of reads that wait for the API. */
export type WaitingReads = {
  /**
   * Counts one more waiting read. Returns a function that stops counting it; further calls do nothing.
   * @throws Problem 503 if too many reads wait
   */
  start(): () => void;
  count(): number;
};

/** Enough reads to keep any API busy; further reads would only wait. */
export const maxWaitingReads = 256;

/**
 * Counts waiting requests up to a limit. Without the limit, an overloaded API would delay each request more than the
 * previous request.
 */
export function limitWaitingReads(limit: number, { shed }: Pick<ServerMetrics, 'shed'>): WaitingReads {
  let waitingCount = 0;
  return {
    start() {
      if (waitingCount >= limit) {
        shed.inc({ reason: 'api_busy' });
        throw tooBusy();
      }
      waitingCount += 1;
      let isWaiting = true;
      return () => {
        if (isWaiting) waitingCount -= 1;
        isWaiting = false;
      };
    },
    count: () => waitingCount,
  };
}
