import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queries, WriteTransaction } from '../../database/database.ts';

type Change<T> = (writes: WriteTransaction) => Promise<T>;

/**
 * Runs oidc-provider's many small reads and writes, separately or as one transaction per request. A transaction is
 * atomic and syncs to disk once.
 */
export type UnitOfWork = {
  /** Returns the open transaction, or the pool. */
  queries(): Queries;
  /** Returns a number that changes with every commit; null if unknown or in a transaction. */
  revision(): number | null;
  /** Runs a change immediately, in the open transaction or in its own. */
  write<T>(change: Change<T>): Promise<T>;
  /** Runs a change like `write`. Inside `batch`, runs it before the next write or flush, at the latest at the end. */
  defer(change: Change<void>): Promise<void>;
  /** Runs `callback` in one transaction, which all its reads and writes share. */
  runInTransaction<T>(callback: () => Promise<T>): Promise<T>;
  /** Runs `callback`, then its deferred changes in one transaction. Drops these changes if `callback` throws. */
  batch<T>(callback: () => Promise<T>): Promise<T>;
  /** Drops the changes deferred so far, for a request that fails without throwing. */
  discard(): void;
  /** Runs the changes deferred so far. Has to be awaited before a read that may depend on them. */
  flush(): Promise<void>;
};

/** The state of a request: its open transaction, or its deferred changes. */
type RequestState = { writes: WriteTransaction } | { deferred: Change<void>[] };

export const createUnitOfWork = (database: Database): UnitOfWork => {
  const context = new AsyncLocalStorage<RequestState>();
  const getOpenTransaction = (): WriteTransaction | undefined => {
    const state = context.getStore();
    return state !== undefined && 'writes' in state ? state.writes : undefined;
  };
  const getDeferredChanges = (): Change<void>[] | undefined => {
    const state = context.getStore();
    return state !== undefined && 'deferred' in state ? state.deferred : undefined;
  };

  /** Runs a change in a transaction, after the changes deferred so far. */
  const transaction = <T>(change: Change<T>): Promise<T> => {
    const deferred = getDeferredChanges()?.splice(0) ?? [];
    return database.transaction(async writes => {
      for (const each of deferred) await each(writes);
      return change(writes);
    });
  };
  const write = <T>(change: Change<T>): Promise<T> => {
    const writes = getOpenTransaction();
    return writes === undefined ? transaction(change) : change(writes);
  };
  const flush = async (): Promise<void> => {
    if (getDeferredChanges()?.length) await transaction(async () => {});
  };

  return {
    queries: () => getOpenTransaction() ?? database.read,
    revision: () => (getOpenTransaction() === undefined ? database.revision() : null),
    write,
    async defer(change) {
      const deferred = getDeferredChanges();
      if (deferred === undefined) await write(change);
      else deferred.push(change);
    },
    runInTransaction: callback => transaction(writes => context.run({ writes }, callback)),
    batch: callback =>
      context.run({ deferred: [] }, async () => {
        const result = await callback();
        await flush();
        return result;
      }),
    discard: () => void getDeferredChanges()?.splice(0),
    flush,
  };
};
