/** Makes a function that does things, at most so many at a time; further ones wait for their turn, in order. */
export function createQueue(most: number): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async act => {
    if (running < most) running++;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
