/** A temporary failure of the store: the same request succeeds once the failure is over. */
export type StoreOutage = 'full' | 'read_only' | 'failing' | 'busy' | 'slow' | 'unavailable';

/** Log messages: the outage, and what the operator has to do. No restart is needed afterwards. */
export const outageAdvice: Record<StoreOutage, string> = {
  full: 'the store is full: free disk space; until then writes fail and reads continue',
  read_only: 'the store is read-only: make DATA_DIR or the PostgreSQL server of DATABASE_URL writable; reads continue',
  failing: 'the disk of the store fails to read or write: check its free space, limits and health',
  busy: 'a transaction waited too long for a lock or conflicted too often: make other programs that use the store commit more often',
  slow: 'a PostgreSQL statement took longer than DATABASE_TIMEOUT_SECONDS: check whether the server hangs and what blocks it',
  unavailable: 'the PostgreSQL server of DATABASE_URL does not respond or has no free connection: check that it runs',
};

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const sqliteOutages = new Map<number, StoreOutage>([
  [5, 'busy'],
  [8, 'read_only'],
  [10, 'failing'],
  [13, 'full'],
  [14, 'failing'],
]);

/** SQLSTATE (PostgreSQL, appendix A) or its first two characters (the class), and socket error codes. */
const postgresOutages = new Map<string, StoreOutage>([
  ['53100', 'full'],
  ['25006', 'read_only'],
  ['58030', 'failing'],
  ['55P03', 'busy'],
  // A conflict or deadlock after the last retry of the transaction.
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['57014', 'slow'],
  ['25P03', 'slow'],
  ['25P04', 'slow'],
  ['08', 'unavailable'],
  ['53', 'unavailable'],
  ['57P01', 'unavailable'],
  ['57P02', 'unavailable'],
  ['57P03', 'unavailable'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map(
    code => [code, 'unavailable'] as const,
  ),
]);

/** Errors of the file system that contains DATA_DIR. */
const diskOutages = new Map<string, StoreOutage>([
  ...['ENOSPC', 'EDQUOT', 'EFBIG'].map(code => [code, 'full'] as const),
  ...['EROFS', 'EACCES', 'EPERM'].map(code => [code, 'read_only'] as const),
  ['EIO', 'failing'],
]);

/** The driver's own errors have no code. */
const connectionLost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Returns the outage that an error or its cause reports; null for any other error. */
export const findStoreOutage = (error: unknown): StoreOutage | null => {
  if (!(error instanceof Error)) return null;
  const { errcode, code, cause } = error as Error & { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return sqliteOutages.get(errcode & 0xff) ?? null;
  if (typeof code === 'string')
    return diskOutages.get(code) ?? postgresOutages.get(code) ?? postgresOutages.get(code.slice(0, 2)) ?? null;
  return connectionLost.test(error.message) ? 'unavailable' : findStoreOutage(cause);
};
