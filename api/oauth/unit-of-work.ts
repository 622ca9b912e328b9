import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queries, Writes } from '../database/database.ts';

/**
 * Where the library's many small reads and writes go: each on its own, or all those of one token request in a single
 * transaction, so that it happens whole or not at all, and is synced to disk once.
 */
export type UnitOfWork = {
  /** What a read runs on: the open transaction, or the pool. */
  queries(): Queries;
  /** Runs a change in the open transaction, or in one of its own. */
  write<T>(change: (writes: Writes) => Promise<T>): Promise<T>;
  /** Opens a transaction that everything called from `work` takes part in. */
  whole<T>(work: () => Promise<T>): Promise<T>;
};

/** Keeps the open transaction with the asynchronous context of the request that opened it. */
export const createUnitOfWork = (database: Database): UnitOfWork => {
  const open = new AsyncLocalStorage<Writes>();
  return {
    queries: () => open.getStore() ?? database.read,
    write(change) {
      const writes = open.getStore();
      return writes === undefined ? database.transaction(change) : change(writes);
    },
    whole: work => database.transaction(writes => open.run(writes, work)),
  };
};
