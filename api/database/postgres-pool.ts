import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import type { StatementNames } from './postgres-dialect.ts';
import {
  cancelMilliseconds,
  createConnectionWrapper,
  isServerError,
  PostgresTimeoutError,
  type StatementTimeout,
} from './timed-connection.ts';

/** The size of the pool. */
export const maxConnections = 10;

const int8 = 20;

/** Default limit for connecting and for waiting for a free connection. */
const defaultConnectMilliseconds = 10_000;

/** How early a timer may fire, measured by `performance.now()`. */
const slackMilliseconds = 2;

/** Idle time before the first TCP keep-alive probe. A dead peer is detected ten seconds later. */
const keepAliveMilliseconds = 10_000;

/** How long callers wait for a successful probe, the timeout of a probe, and the delay between probes. */
const [probeWaitMilliseconds, probeMilliseconds, probeDelayMilliseconds] = [1000, 3000, 500];

/** How long the server may take to close a connection. */
const closeMilliseconds = 250;

/** A pg pool, and its wrapper for Kysely. */
type Connections = { pool: pg.Pool; kyselyPool: PostgresPool } & Pick<Connector, 'hasRespondedSince'>;

/**
 * Opens a connection pool to an existing Postgres database.
 * @param milliseconds statement timeout; undefined for no limit
 * @param names of prepared statements; null to plan every statement each time
 * @param maxConnectMilliseconds limit for connecting and for waiting for a connection, if below the statement timeout
 */
export const openPool = (
  url: string,
  milliseconds: number | undefined,
  names: StatementNames | null,
  maxConnectMilliseconds = defaultConnectMilliseconds,
): Connections => {
  const connectMilliseconds = Math.min(milliseconds ?? maxConnectMilliseconds, maxConnectMilliseconds);
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    types: { getTypeParser },
    // Sends a query without waiting for the result of the previous query: see postgres-transaction.ts.
    pipeline: true,
    stream,
  });
  // The pool replaces an idle connection that the server closed (a restart). Without a listener the error ends the
  // process.
  pool.on('error', () => {});
  // A connection between two queries of a transaction needs a listener, too: the next query reports the error.
  pool.on('connect', client => client.on('error', () => {}));
  const { connect, hasRespondedSince } =
    milliseconds === undefined
      ? connectWithoutTimeout(pool, names)
      : connectWithTimeout(pool, names, milliseconds, connectMilliseconds);
  const end = async (): Promise<void> => {
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeMilliseconds);
    await pool.end().finally(() => clearTimeout(timer));
  };
  return { pool, kyselyPool: { connect, end, options: pool.options }, hasRespondedSince };
};

type Connector = { connect: PostgresPool['connect']; hasRespondedSince(since: number): boolean };

const connectWithoutTimeout = (pool: pg.Pool, names: StatementNames | null): Connector => {
  const wrap = createConnectionWrapper({ timeout: null, names });
  return { connect: async () => wrap(await pool.connect()), hasRespondedSince: () => false };
};

/**
 * Provides connections with a statement timeout. If a statement or a connection times out, and the server responded to
 * nothing meanwhile, it seems to hang: it is probed continuously, and after a second other callers are rejected
 * immediately.
 */
const connectWithTimeout = (
  pool: pg.Pool,
  names: StatementNames | null,
  milliseconds: number,
  connectMilliseconds: number,
): Connector => {
  let respondedAt = performance.now();
  /** Counts statements only: a pooler may accept connections while its server hangs. */
  let statementRespondedAt = respondedAt;
  let isHanging = false;
  /** Resolves when a probe succeeds, or after a second: perhaps only that one statement was slow. */
  let probed: Promise<unknown> | null = null;
  const closeIdle = createCloseIdle(pool);
  const recordResponse = (): void => {
    respondedAt = performance.now();
    isHanging = false;
  };
  const onTimeout = (since: number): void => {
    if (respondedAt > since || isHanging) return;
    isHanging = true;
    closeIdle();
    probed = Promise.race([probe(), pause(probeWaitMilliseconds, null, { ref: false })]);
  };
  /** A server that has no free connection, or is starting, does not hang. */
  const handleProbeError = async (error: unknown): Promise<void> => {
    if (isServerError(error)) recordResponse();
    else await pause(probeDelayMilliseconds, null, { ref: false });
  };
  const probe = async (): Promise<void> => {
    while (isHanging && !pool.ending) {
      const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: probeMilliseconds }).on(
        'error',
        () => {},
      );
      await client.connect().then(recordResponse, handleProbeError);
      void client.end();
    }
  };
  const timeout: StatementTimeout = {
    milliseconds,
    onResponse: () => {
      recordResponse();
      statementRespondedAt = respondedAt;
    },
    onTimeout,
    cancel: client => cancelStatement(client, pool.options, cancelMilliseconds),
  };
  const wrap = createConnectionWrapper({ timeout, names });
  pool.on('connect', recordResponse);
  const connect = async () => {
    if (isHanging) await probed;
    if (isHanging) throw new PostgresTimeoutError('PostgreSQL does not respond; requests fail until a probe succeeds.');
    const since = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      if (isServerError(error)) recordResponse();
      else if (performance.now() - since >= connectMilliseconds - slackMilliseconds) onTimeout(since);
      throw error;
    });
    return wrap(client);
  };
  return { connect, hasRespondedSince: since => statementRespondedAt > since };
};

/** Returns a function that closes idle connections. When the server hangs, they may be dead as well. */
const createCloseIdle = (pool: pg.Pool): (() => void) => {
  const idle = new Set<pg.PoolClient>();
  pool.on('release', (_error, client) => idle.add(client));
  for (const event of ['acquire', 'remove'] as const) pool.on(event, client => idle.delete(client));
  return () => {
    for (const client of idle) client.connection.stream.destroy();
  };
};

/** Parses 64-bit integers as numbers: ours are milliseconds and counters, all below 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
