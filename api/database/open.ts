import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { type StoreWatch, unwatched } from './watch.ts';

/** Where the store is, and who watches it. */
type Opening = {
  dataDir: string;
  databaseUrl?: string | undefined;
  watch?: StoreWatch;
  /**
   * How long a statement may take on PostgreSQL, in milliseconds. Left out where what is asked takes long by right:
   * migrations, copies, checks, sample data.
   */
  patience?: number;
};

/** Opens `databaseUrl` (postgres://…), or the SQLite file in `dataDir`; the tables are migrate.ts's business. */
export const openDatabase = ({ dataDir, databaseUrl, watch = unwatched, patience }: Opening): Database =>
  databaseUrl === undefined ? openSqlite(`${dataDir}/stardesk.db`, watch) : openPostgres(databaseUrl, watch, patience);
