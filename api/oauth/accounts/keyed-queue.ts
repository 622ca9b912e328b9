/** Runs work with the same key one after another, in order; other keys run concurrently. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates queues; an idle key uses no memory. */
export const createKeyedQueue = (): KeyedQueue => {
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
