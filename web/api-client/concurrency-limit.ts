/** Browsers open at most six HTTP/1.1 connections to a server. One connection is left for the event stream. */
export const maxConcurrency = 5;

/** Creates a function that runs tasks, at most `limit` at a time. Further tasks wait in order. */
export function createConcurrencyLimit(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async task => {
    if (running < limit) running++;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
