import { AsyncLocalStorage } from 'node:async_hooks';

/** Tracks the current request across asynchronous calls, so that every log line carries its id. */
export type RequestContext = {
  /** Runs a request's handlers under its id. */
  run(id: string, handlers: () => void): void;
  /** Returns the id of the current request, undefined outside of requests. */
  id(): string | undefined;
};

export const createRequestContext = (): RequestContext => {
  const ids = new AsyncLocalStorage<string>();
  return { run: (id, handlers) => ids.run(id, handlers), id: () => ids.getStore() };
};
