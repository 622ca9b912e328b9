import { setTimeout as pause } from 'node:timers/promises';

/** The readiness of some processes over time. */
export type ReadinessWatch = {
  /** Returns the first time after `after` at which a process became unready; null if all stayed ready. */
  firstNotReady(after: number): number | null;
  /** Returns the time since which all processes are ready; null if one is not ready. */
  allReadySince(): number | null;
  stop(): Promise<void>;
};

const pollMilliseconds = 100;
/** Timeout of a check. Like a balancer, counts a missing response as a failure. */
const responseMilliseconds = 1000;

/** Polls `/readyz` of each process, as balancers do. */
export const watchReadiness = (urls: readonly string[]): ReadinessWatch => {
  let isStopped = false;
  const changes = urls.map((): { at: number; isReady: boolean }[] => []);
  const poll = async (url: string, index: number): Promise<void> => {
    while (!isStopped) {
      const isReady = await isProcessReady(url);
      const own = changes[index];
      if (own?.at(-1)?.isReady !== isReady) own?.push({ at: performance.now(), isReady });
      await pause(pollMilliseconds);
    }
  };
  const polling = Promise.all(urls.map(poll));
  return {
    firstNotReady(after) {
      const times = changes.flat().flatMap(({ at, isReady }) => (!isReady && at >= after ? [at] : []));
      return times.length === 0 ? null : Math.min(...times);
    },
    allReadySince() {
      const last = changes.map(each => each.at(-1));
      return last.every(each => each?.isReady) ? Math.max(...last.map(each => each?.at ?? 0)) : null;
    },
    async stop() {
      isStopped = true;
      await polling;
    },
  };
};

const isProcessReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(responseMilliseconds) }).then(
    async response => {
      await response.body?.cancel();
      return response.status === 200;
    },
    () => false,
  );
