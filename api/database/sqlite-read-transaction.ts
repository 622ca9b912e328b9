import type { DatabaseSync } from 'node:sqlite';

/**
 * The reads of one event-loop iteration, on the reading connection. In one transaction, SQLite acquires its lock and
 * checks for new commits once instead of for each statement.
 */
export type ReadTransaction = {
  /** Starts the transaction unless one is open. */
  open(): void;
  /** Ends the transaction, so that the next read sees every commit. */
  close(): void;
  /**
   * Called when a request arrives. The first request of an iteration ends an older transaction. Later requests of the
   * iteration share the transaction that follows.
   */
  startRequest(): void;
  /** Returns a number that changes with every commit; reads it once per transaction. */
  revision(): number;
};

export const createReadTransaction = (connection: DatabaseSync): ReadTransaction => {
  const [begin, commit] = [connection.prepare('begin'), connection.prepare('commit')];
  const dataVersion = connection.prepare('pragma data_version');
  dataVersion.setReturnArrays(true);
  let isOpen = false;
  let hasRequest = false;
  let revision: number | null = null;
  const open = (): void => {
    if (isOpen) return;
    begin.run();
    isOpen = true;
    setImmediate(close);
  };
  const close = (): void => {
    if (!isOpen || !connection.isOpen) return;
    commit.run();
    isOpen = false;
    revision = null;
  };
  const endIteration = (): void => {
    hasRequest = false;
  };
  return {
    open,
    close,
    startRequest: () => {
      if (hasRequest) return;
      hasRequest = true;
      setImmediate(endIteration);
      close();
    },
    // data_version changes with commits of other connections; the reading connection itself never commits a change.
    revision: () => {
      open();
      revision ??= Number((dataVersion.get() as unknown as [number])[0]);
      return revision;
    },
  };
};
