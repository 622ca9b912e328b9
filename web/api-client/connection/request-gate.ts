import { createStore } from '../../storage/observable-store.ts';

/** Creates a gate that delays requests while it is closed. Each closing has a reason. */
export function createRequestGate<Reason>() {
  const state = createStore<{ reason: Reason; opened: PromiseWithResolvers<void> } | null>(null);
  let closings = 0;
  return {
    /** Returns why the gate is closed; null while it is open. */
    getReason: (): Reason | null => state.read()?.reason ?? null,
    isClosed: (): boolean => state.read() !== null,
    /** Returns how often the gate was closed. Callers compare the number before and after a request. */
    countClosings: (): number => closings,
    /** Calls a listener when the gate closes or opens, or the reason changes. Returns a function that unsubscribes. */
    subscribe: state.subscribe,
    close: (reason: Reason): void => {
      closings++;
      state.write({ reason, opened: state.read()?.opened ?? Promise.withResolvers() });
    },
    open: (): void => {
      const closed = state.read();
      if (!closed) return;
      closed.opened.resolve();
      state.write(null);
    },
    /** @throws the signal's reason if it is aborted while the gate is closed */
    waitUntilOpen: async (signal?: AbortSignal): Promise<void> => {
      const closed = state.read();
      if (closed) await Promise.race([closed.opened.promise, rejectOnAbort(signal)]);
    },
  };
}

/** Rejects with the signal's reason when it is aborted; never settles without a signal. */
const rejectOnAbort = (signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
