import { setTimeout as pause } from 'node:timers/promises';
import type { DeskProcess } from '../../../api/mail/testing/servers/desk-process.ts';

/** `p50` and `p99` are milliseconds. */
export type Latency = { requests: number; p50: number; p99: number };

const pauseMilliseconds = 20;

/**
 * Reads the list of open tickets repeatedly, as the web app does. The result contains only successful requests for
 * which `isCounted` returns true when the response arrives.
 */
export const measureLists = (desk: Pick<DeskProcess, 'call'>, isCounted: () => boolean = () => true) => {
  const times: number[] = [];
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      const start = performance.now();
      const isSuccessful = await desk.call('GET', '/v1/tickets?state=open&per_page=50&pretty=false').then(
        () => true,
        () => false,
      );
      if (isSuccessful && isCounted()) times.push(performance.now() - start);
      await pause(pauseMilliseconds);
    }
  };
  const running = run();
  return {
    async stop(): Promise<Latency> {
      isStopped = true;
      await running;
      times.sort((a, b) => a - b);
      const quantile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
      return { requests: times.length, p50: quantile(0.5), p99: quantile(0.99) };
    },
  };
};
