import { setTimeout as pause } from 'node:timers/promises';

const pollMilliseconds = 50;

/** Waits for a state, and returns the first result that is not null. @throws the description after a timeout */
export const waitUntil = async <Result>(
  description: string,
  seconds: number,
  check: () => Promise<Result | null>,
): Promise<Result> => {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const result = await check();
    if (result !== null) return result;
    if (performance.now() > deadline) throw new Error(`After ${seconds} s, ${description}.`);
    await pause(pollMilliseconds);
  }
};
