import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queries, Writes } from '../../database/database.ts';

type Change<T> = (writes: Writes) => Promise<T>;

/**
 * Where the library's many small reads and writes go: each on its own, or those of one request together in a single
 * transaction, so that they happen whole or not at all, and are synced to disk once.
 */
export type UnitOfWork = {
  /** What a read runs on: the open transaction, or the pool. */
  queries(): Queries;
  /** Runs a change at once: in the open transaction, or in one of its own. */
  write<T>(change: Change<T>): Promise<T>;
  /** The same, but where changes are gathered it is made with the others. */
  later(change: Change<void>): Promise<void>;
  /** Opens a transaction that everything called from `work` takes part in. */
  whole<T>(work: () => Promise<T>): Promise<T>;
  /** Gathers what `work` changes later, and makes it in one transaction when that is done; none of it when it throws. */
  gather<T>(work: () => Promise<T>): Promise<T>;
  /** Makes what has been gathered so far: to be awaited before a read of what may have changed. */
  settle(): Promise<void>;
};

/** What a request has under way: its transaction, or the changes that are still to be made. */
type UnderWay = { writes: Writes } | { gathered: Change<void>[] };

/** Keeps what is under way with the asynchronous context of its request. */
export const createUnitOfWork = (database: Database): UnitOfWork => {
  const context = new AsyncLocalStorage<UnderWay>();
  const open = (): Writes | undefined => {
    const underWay = context.getStore();
    return underWay !== undefined && 'writes' in underWay ? underWay.writes : undefined;
  };
  const gathered = (): Change<void>[] | undefined => {
    const underWay = context.getStore();
    return underWay !== undefined && 'gathered' in underWay ? underWay.gathered : undefined;
  };

  /** Whatever was gathered before goes first. */
  const transaction = <T>(change: Change<T>): Promise<T> => {
    const before = gathered()?.splice(0) ?? [];
    return database.transaction(async writes => {
      for (const each of before) await each(writes);
      return change(writes);
    });
  };
  const write = <T>(change: Change<T>): Promise<T> => {
    const writes = open();
    return writes === undefined ? transaction(change) : change(writes);
  };
  const settle = async (): Promise<void> => {
    if (gathered()?.length) await transaction(async () => {});
  };

  return {
    queries: () => open() ?? database.read,
    write,
    async later(change) {
      const waiting = gathered();
      if (waiting === undefined) await write(change);
      else waiting.push(change);
    },
    whole: work => transaction(writes => context.run({ writes }, work)),
    gather: work =>
      context.run({ gathered: [] }, async () => {
        const result = await work();
        await settle();
        return result;
      }),
    settle,
  };
};
