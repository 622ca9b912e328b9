import { setTimeout as pause } from 'node:timers/promises';

/** A time at which the readiness of a process changed. */
type Change = { at: number; isReady: boolean };

/** A time from which all processes are ready, or at least one is not. */
type Period = { start: number; areReady: boolean };

/** The readiness of some processes over time. */
export type ReadinessWatch = {
  /** Returns the first time after `after` at which a process became unready; null if all stayed ready. */
  firstNotReady(after: number): number | null;
  /** Returns the first time from `after` on at which all processes are ready, or null. */
  firstAllReady(after: number): number | null;
  /** Returns the longest time for which a process was unready again, after `firstAllReady(after)`. */
  longestNotReadyAgain(after: number): number;
  /** Returns the time since which all processes are ready; null if one is not ready. */
  allReadySince(): number | null;
  stop(): Promise<void>;
};

const pollMilliseconds = 100;
/** Timeout of a check. A missing response counts as a failure, as for a balancer. */
const responseMilliseconds = 1000;

/** Polls `/readyz` of each process, as balancers do. */
export const watchReadiness = (urls: readonly string[]): ReadinessWatch => {
  let isStopped = false;
  const changes = urls.map((): Change[] => []);
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
    firstAllReady: after => findFirstReady(listPeriods(changes), after),
    longestNotReadyAgain(after) {
      const periods = listPeriods(changes);
      const ready = findFirstReady(periods, after) ?? after;
      const lengths = periods.map(({ start, areReady }, index) =>
        areReady || start < ready ? 0 : (periods[index + 1]?.start ?? performance.now()) - start,
      );
      return Math.max(0, ...lengths);
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

/** Combines the changes of all processes. A process is not ready before its first change. */
export const listPeriods = (changes: readonly (readonly Change[])[]): Period[] => {
  const starts = changes.flatMap(each => each.map(({ at }) => at)).toSorted((a, b) => a - b);
  const areReadyAt = (time: number) => changes.every(each => each.findLast(({ at }) => at <= time)?.isReady);
  const periods = starts.map(start => ({ start, areReady: areReadyAt(start) }));
  return periods.filter(({ areReady }, index) => areReady !== periods[index - 1]?.areReady);
};

const findFirstReady = (periods: readonly Period[], after: number): number | null => {
  const current = periods.findLast(({ start }) => start <= after);
  if (current?.areReady) return after;
  return periods.find(({ start, areReady }) => start > after && areReady)?.start ?? null;
};

const isProcessReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(responseMilliseconds) }).then(
    async response => {
      await response.body?.cancel();
      return response.status === 200;
    },
    () => false,
  );
