import { setInterval } from 'node:timers/promises';

/**
 * Runs `work` at an interval until `stop`, which waits for the current run. Does not keep the process alive.
 *
 * @param work must not throw; its signal aborts on `stop`
 */
export const repeatEvery = (
  milliseconds: number,
  work: (shutdown: AbortSignal) => Promise<unknown>,
): { stop(): Promise<void> } => {
  const controller = new AbortController();
  const { signal } = controller;
  const loop = async () => {
    for await (const _ of setInterval(milliseconds, null, { ref: false, signal })) await work(signal);
  };
  const running = loop().catch(() => {});
  return {
    stop() {
      controller.abort();
      return running;
    },
  };
};
