import { setInterval } from 'node:timers/promises';

/** Repeats work that does not throw until `stop`, which waits for the one under way; it keeps no process alive. */
export const repeatEvery = (milliseconds: number, work: () => Promise<unknown>): { stop(): Promise<void> } => {
  const ended = new AbortController();
  const loop = async () => {
    for await (const _ of setInterval(milliseconds, null, { ref: false, signal: ended.signal })) await work();
  };
  const running = loop().catch(() => {});
  return {
    stop() {
      ended.abort();
      return running;
    },
  };
};
