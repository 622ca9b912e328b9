import type { DatabaseSync } from 'node:sqlite';

/**
 * The reads of one request, on the reading connection. In one transaction SQLite takes its lock and looks for new commits
 * once instead of for each statement.
 */
export type ReadTransaction = {
  /** Starts the transaction unless one is open. It ends after this event-loop iteration at the latest. */
  open(): void;
  /** Ends it, so that the next read sees every commit. */
  close(): void;
  /** Returns a number that changes with every commit; reads it once per transaction. */
  revision(): number;
};

export const createReadTransaction = (connection: DatabaseSync): ReadTransaction => {
  const [begin, commit] = [connection.prepare('begin'), connection.prepare('commit')];
  const dataVersion = connection.prepare('pragma data_version');
  let isOpen = false;
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
  return {
    open,
    close,
    // data_version changes with commits of other connections: to the reader, all commits.
    revision: () => {
      open();
      revision ??= Number(dataVersion.get()?.['data_version']);
      return revision;
    },
  };
};
