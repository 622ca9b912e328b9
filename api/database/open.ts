import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens `databaseUrl` (postgres://…), or the SQLite file in `dataDir`; the tables are migrate.ts's business. */
export const openDatabase = ({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Database => (databaseUrl === undefined ? openSqlite(`${dataDir}/stardesk.db`) : openPostgres(databaseUrl));
