/** Deduplicates calls: concurrent and recent calls with the same key share one result. */
export type SingleFlight<Result> = {
  /** Returns the result for a key, or calls `load` for it. Rejects if `load` does; failures are not cached. */
  run(key: string, load: () => Promise<Result>): Promise<Result>;
  /** Returns the result for a key if it is known or pending. */
  find(key: string): Promise<Result> | undefined;
};

type Call<Result> = { result: Promise<Result>; completed: number | null };

/** How long a result is cached after completion. */
const lifetimeMilliseconds = 30_000;

/**
 * Creates a single-flight cache. A call is not tied to a request: a browser that disconnects does not abort it.
 *
 * @param clock milliseconds since 1970
 */
export function createSingleFlight<Result>(clock: () => number): SingleFlight<Result> {
  const calls = new Map<string, Call<Result>>();

  /** Deletes old results. The calls are in order of their start, so the old results come first. */
  function deleteExpired(): void {
    for (const [key, call] of calls) {
      if (call.completed !== null && call.completed + lifetimeMilliseconds > clock()) break;
      if (call.completed !== null) calls.delete(key);
    }
  }

  function start(key: string, load: () => Promise<Result>): Call<Result> {
    const call: Call<Result> = {
      completed: null,
      result: load().then(
        result => {
          call.completed = clock();
          return result;
        },
        error => {
          calls.delete(key); // an outage may be over at the next request
          throw error;
        },
      ),
    };
    calls.set(key, call);
    return call;
  }

  return {
    run(key, load) {
      deleteExpired();
      return (calls.get(key) ?? start(key, load)).result;
    },
    find: key => calls.get(key)?.result,
  };
}
