/** Why a store that is otherwise well cannot do what it was asked to: it passes, and the same again succeeds. */
export type Outage = 'full' | 'read_only' | 'failing' | 'busy' | 'slow' | 'away';

/** What whoever runs the desk can do about it, for the log. No restart is needed afterwards. */
export const advice: Record<Outage, string> = {
  full: 'the store is full: make room on its disk; until then nothing is stored, and reading goes on',
  read_only: 'the store is read-only: make DATA_DIR writable, or the PostgreSQL of DATABASE_URL; reading goes on',
  failing: 'the disk of the store refuses to be read or written: look at its room, its limits and its health',
  busy: 'the store was held by another program for too long: end that, or let it commit more often',
  slow: 'the PostgreSQL of DATABASE_URL took longer over a statement than DATABASE_TIMEOUT_SECONDS: see whether it hangs, and what holds it up',
  away: 'the PostgreSQL of DATABASE_URL does not answer, or has no connection to spare: see that it runs',
};

/** SQLite's result codes, without what they extend (sqlite.org/rescode.html). */
const ofSqlite = new Map<number, Outage>([
  [5, 'busy'],
  [8, 'read_only'],
  [10, 'failing'],
  [13, 'full'],
  [14, 'failing'],
]);

/** SQLSTATE (PostgreSQL, appendix A), or the first two characters of it; and what sockets say. */
const ofPostgres = new Map<string, Outage>([
  ['53100', 'full'],
  ['25006', 'read_only'],
  ['58030', 'failing'],
  ['55P03', 'busy'],
  ['57014', 'slow'],
  ['25P03', 'slow'],
  ['08', 'away'],
  ['53', 'away'],
  ['57P01', 'away'],
  ['57P02', 'away'],
  ['57P03', 'away'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map(
    code => [code, 'away'] as const,
  ),
]);

/** The driver's own errors have no code. */
const driverLostIt =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The outage that an error tells of, itself or by its cause; null for what is a fault. */
export const outageOf = (error: unknown): Outage | null => {
  if (!(error instanceof Error)) return null;
  const { errcode, code, cause } = error as Error & { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return ofSqlite.get(errcode & 0xff) ?? null;
  if (typeof code === 'string') return ofPostgres.get(code) ?? ofPostgres.get(code.slice(0, 2)) ?? null;
  return driverLostIt.test(error.message) ? 'away' : outageOf(cause);
};
