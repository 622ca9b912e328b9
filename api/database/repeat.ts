import { setInterval } from 'node:timers/promises';

/**
 * Repeats work that does not throw until `stop`, which waits for the one under way; it keeps no process alive.
 *
 * @param work is told when it is to end early
 */
export const repeatEvery = (
  milliseconds: number,
  work: (ending: AbortSignal) => Promise<unknown>,
): { stop(): Promise<void> } => {
  const ended = new AbortController();
  const { signal } = ended;
  const loop = async () => {
    for await (const _ of setInterval(milliseconds, null, { ref: false, signal })) await work(signal);
  };
  const running = loop().catch(() => {});
  return {
    stop() {
      ended.abort();
      return running;
    },
  };
};
