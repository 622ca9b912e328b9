import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import type { DatabaseProfile } from './profile.ts';
import { openSqlite } from './sqlite.ts';
import { noStoreObserver, type StoreObserver } from './store-observer.ts';

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  databaseProfile?: DatabaseProfile;
  watch?: StoreObserver;
  /**
   * Timeout of a PostgreSQL statement in milliseconds. Undefined for legitimately long work: migrations, backups,
   * checks, sample data.
   */
  statementTimeoutMilliseconds?: number;
  /**
   * Names the statements of `prepareQuery`, so that PostgreSQL parses them once per connection and can reuse their
   * plans. Not for a pooler in transaction mode: it may run each transaction on another connection.
   */
  usePreparedStatements?: boolean;
};

/** Opens `databaseUrl` (postgres://…), or the SQLite file in `dataDir`. Does not migrate. */
export const openDatabase = ({
  dataDir,
  databaseUrl,
  databaseProfile = 'standard',
  watch = noStoreObserver,
  statementTimeoutMilliseconds,
  usePreparedStatements = false,
}: Options): Database =>
  databaseUrl === undefined
    ? openSqlite(`${dataDir}/stardesk.db`, watch)
    : openPostgres(databaseUrl, watch, {
        profile: databaseProfile,
        statementTimeoutMilliseconds,
        usePreparedStatements,
      });
