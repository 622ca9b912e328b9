import { AsyncLocalStorage } from 'node:async_hooks';

/** Knows on behalf of which request code runs, however deep below the pipeline: the log asks it for every line. */
export type RequestContext = {
  /** Runs a request's steps under its id. */
  run(id: string, steps: () => void): void;
  /** Undefined outside of requests. */
  id(): string | undefined;
};

export const createRequestContext = (): RequestContext => {
  const ids = new AsyncLocalStorage<string>();
  return { run: (id, steps) => ids.run(id, steps), id: () => ids.getStore() };
};
