import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { createCommitTopics } from './commit-topics.ts';
import type { EngineDatabase, Queries } from './database.ts';
import type { Schema } from './schema.ts';
import { sqliteSearch } from './search-sqlite.ts';
import { skipLargeResults } from './skip-large-results.ts';
import { GroupCommitDialect } from './sqlite-dialect.ts';
import { createReadTransaction } from './sqlite-read-transaction.ts';
import { noStoreObserver, timeTransaction } from './store-observer.ts';

/**
 * Opens the SQLite file, creating it if necessary. WAL lets readers continue while one writer writes.
 * `synchronous=FULL` syncs the log at each commit, so that committed writes survive a power cut (decision 40).
 */
export const openSqlite = (file: string, observer = noStoreObserver): EngineDatabase => {
  // Creates the file with mode 0600; SQLite creates the WAL with the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const writer = connect(file, false);
  // From here on, access to a busy file is retried without blocking the event loop: see group-commit.ts.
  writer.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0',
  );
  const reader = connect(file, true);
  const reading = createReadTransaction(reader);
  const dialect = new GroupCommitDialect(writer, observer, { onCommit: reading.close });
  const write = new Kysely<Schema>({ dialect });
  const topics = createCommitTopics();
  const read = new Kysely<Schema>({ dialect: new GroupCommitDialect(reader, observer, { onStatement: reading.open }) });
  return {
    engine: 'sqlite',
    profile: 'standard',
    read,
    search: skipLargeResults(sqliteSearch),
    readTogether: work => work(read),
    transaction: work =>
      timeTransaction(observer, () => topics.publish(each => write.transaction().execute(each), work)),
    subscribe: topics.subscribe,
    snapshot: work => readSqliteFile(file, work, observer),
    getLoad: () => dialect.groups.getLoad(),
    isSaturated: () => false,
    hasRespondedSince: () => true,
    revision: reading.revision,
    startRequest: reading.startRequest,
    close: async () => {
      reading.close();
      // The writer closes last. The last connection checkpoints the WAL, which a read-only connection cannot do.
      for (const [queries, connection] of [[read, reader] as const, [write, writer] as const]) {
        await queries.destroy();
        // Kysely closes only a connection that it has used.
        if (connection.isOpen) connection.close();
      }
    },
  };
};

/** Reads one snapshot of an SQLite file on a separate connection. Does not migrate. */
export const readSqliteFile = async <T>(
  file: string,
  work: (queries: Queries) => Promise<T>,
  observer = noStoreObserver,
): Promise<T> => {
  const connection = connect(file, true);
  const queries = new Kysely<Schema>({ dialect: new GroupCommitDialect(connection, observer) });
  try {
    connection.exec('BEGIN');
    return await work(queries);
  } finally {
    await queries.destroy();
    if (connection.isOpen) connection.close();
  }
};

const connect = (file: string, readOnly: boolean): DatabaseSync => {
  const connection = new DatabaseSync(file, { readOnly, timeout: 1000 });
  connection.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY');
  return connection;
};
