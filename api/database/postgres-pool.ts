import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { cancel } from './cancel.ts';
import { cancelMilliseconds, isAnswer, lend, type Patience, Unanswered } from './lent-connection.ts';

/** How many there are at most. */
export const connections = 10;

const int8 = 20;

/** Connecting, and waiting for a connection, at most. */
const patientMilliseconds = 10_000;

/** By how much a timer may be early, as `performance.now()` tells it. */
const slackMilliseconds = 2;

/** How long a connection is silent until it is asked whether the other side is still there; ten seconds later it is gone. */
const keepAliveMilliseconds = 10_000;

/** How long a new connection may take until a server is said to hang, until that try is given up, and when the next one begins. */
const [verdictMilliseconds, tryMilliseconds, againMilliseconds] = [1000, 3000, 500];

/** How long a server may take to hang up. */
const goodbyeMilliseconds = 250;

/** Connections to a Postgres database that exists, how Kysely gets them, and how they end. */
type Connections = { pool: pg.Pool; lent: PostgresPool } & Pick<Lender, 'answeredSince'>;

/**
 * @param milliseconds how long a statement may take; as long as it takes where it is undefined
 * @param mostMilliseconds how long connecting may take, and waiting for a connection, where a statement may take longer
 */
export const openPool = (
  url: string,
  milliseconds: number | undefined,
  mostMilliseconds = patientMilliseconds,
): Connections => {
  const connectMilliseconds = Math.min(milliseconds ?? mostMilliseconds, mostMilliseconds);
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    types: { getTypeParser },
    stream,
  });
  // An idle connection that the server ends (a restart) is replaced at the next query; without a listener it ends us.
  pool.on('error', () => {});
  // The same of one that is in use, between two queries of a transaction: the next one says so.
  pool.on('connect', client => client.on('error', () => {}));
  const { connect, answeredSince } =
    milliseconds === undefined ? patientLender(pool) : impatientLender(pool, milliseconds, connectMilliseconds);
  const end = async (): Promise<void> => {
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, goodbyeMilliseconds);
    await pool.end().finally(() => clearTimeout(cut));
  };
  return { pool, lent: { connect, end, options: pool.options }, answeredSince };
};

/** Who lends connections, and knows whether a statement was answered since. */
type Lender = { connect: PostgresPool['connect']; answeredSince(since: number): boolean };

const patientLender = (pool: pg.Pool): Lender => ({
  connect: async () => lend(await pool.connect(), null),
  answeredSince: () => false,
});

/**
 * Lends connections on which nobody waits too long. Once nothing at all was answered while somebody waited in vain, the server
 * seems to hang: then it is tried without a pause, and everybody else is refused instead of finding out for themselves.
 */
const impatientLender = (pool: pg.Pool, milliseconds: number, connectMilliseconds: number): Lender => {
  let answeredAt = performance.now();
  /** The same of statements alone: a pooler takes connections for a server that hangs. */
  let statementAnsweredAt = answeredAt;
  let isHanging = false;
  /** Comes when it is known whether it hangs: it may have been that one statement that took so long. */
  let verdict: Promise<unknown> | null = null;
  const cutIdle = cutterOfIdle(pool);
  const answered = (): void => {
    answeredAt = performance.now();
    isHanging = false;
  };
  const unanswered = (since: number): void => {
    if (answeredAt > since || isHanging) return;
    isHanging = true;
    cutIdle();
    verdict = Promise.race([tryAgain(), pause(verdictMilliseconds, null, { ref: false })]);
  };
  /** A server that has no connection to spare, or is just starting, does not hang. */
  const refused = async (error: unknown): Promise<void> => {
    if (isAnswer(error)) answered();
    else await pause(againMilliseconds, null, { ref: false });
  };
  const tryAgain = async (): Promise<void> => {
    while (isHanging && !pool.ending) {
      const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: tryMilliseconds }).on('error', () => {});
      await client.connect().then(answered, refused);
      void client.end();
    }
  };
  const patience: Patience = {
    milliseconds,
    answered: () => {
      answered();
      statementAnsweredAt = answeredAt;
    },
    unanswered,
    cancel: client => cancel(client, pool.options, cancelMilliseconds),
  };
  pool.on('connect', answered);
  const connect = async () => {
    if (isHanging) await verdict;
    if (isHanging) throw new Unanswered('PostgreSQL answers nothing; whether it does again is tried all the time.');
    const since = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      if (isAnswer(error)) answered();
      else if (performance.now() - since >= connectMilliseconds - slackMilliseconds) unanswered(since);
      throw error;
    });
    return lend(client, patience);
  };
  return { connect, answeredSince: since => statementAnsweredAt > since };
};

/** Cuts the connections that nobody uses: of a server that hangs they may be as dead as the one that was found out. */
const cutterOfIdle = (pool: pg.Pool): (() => void) => {
  const idle = new Set<pg.PoolClient>();
  pool.on('release', (_error, client) => idle.add(client));
  for (const end of ['acquire', 'remove'] as const) pool.on(end, client => idle.delete(client));
  return () => {
    for (const client of idle) client.connection.stream.destroy();
  };
};

/** Our 64-bit integers are milliseconds and counters, all below 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
