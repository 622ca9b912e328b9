import type { Database, EngineDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';
import type { DatabaseProfile } from './profile.ts';
import { openSqlite } from './sqlite.ts';
import { noStoreObserver, type StoreObserver } from './store-observer.ts';
import { reserveTicketNumbers } from './ticket-numbers.ts';

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  databaseProfile?: DatabaseProfile;
  observer?: StoreObserver;
  /** How many ticket numbers this process reserves at once. */
  idBlock?: number;
  /**
   * Timeout of a PostgreSQL statement in milliseconds. Undefined for legitimately long work: migrations, backups,
   * checks, sample data.
   */
  statementTimeoutMilliseconds?: number;
  /**
   * Names the statements of `prepareQuery`. PostgreSQL then parses them once per connection and can reuse their plans.
   * Not for a pooler in transaction mode: it may run each transaction on another connection.
   */
  usePreparedStatements?: boolean;
  /** Accepts a PostgreSQL standby, if `databaseUrl` has one host. For commands that only read. */
  acceptsStandby?: boolean;
};

/** Opens `databaseUrl` (postgres://…, with one or several hosts), or the SQLite file in `dataDir`. Does not migrate. */
export const openDatabase = ({ idBlock = 1, ...options }: Options): Database => {
  const database = openEngine(options);
  return { ...database, takeTicketNumber: reserveTicketNumbers(database, idBlock) };
};

const openEngine = ({
  dataDir,
  databaseUrl,
  databaseProfile: profile = 'standard',
  observer = noStoreObserver,
  statementTimeoutMilliseconds,
  usePreparedStatements = false,
  acceptsStandby = false,
}: Omit<Options, 'idBlock'>): EngineDatabase =>
  databaseUrl === undefined
    ? openSqlite(`${dataDir}/stardesk.db`, observer)
    : openPostgres(databaseUrl, observer, {
        profile,
        statementTimeoutMilliseconds,
        usePreparedStatements,
        acceptsStandby,
      });
