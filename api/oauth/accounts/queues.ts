/** Runs work with the same key one after the other, in the order it came; work with other keys is not waited for. */
export type Queues = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Keeps nothing of a key once its last work has ended. */
export const createQueues = (): Queues => {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const ended: Promise<unknown> = result
      .catch(() => {})
      .finally(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return result;
  };
};
