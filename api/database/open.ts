import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { type StoreWatch, unwatched } from './watch.ts';

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  watch?: StoreWatch;
  /**
   * Timeout of a PostgreSQL statement in milliseconds. Undefined for legitimately long work: migrations, backups, checks,
   * sample data.
   */
  patience?: number;
};

/** Opens `databaseUrl` (postgres://…), or the SQLite file in `dataDir`. Does not migrate. */
export const openDatabase = ({ dataDir, databaseUrl, watch = unwatched, patience }: Options): Database =>
  databaseUrl === undefined ? openSqlite(`${dataDir}/stardesk.db`, watch) : openPostgres(databaseUrl, watch, patience);
