import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { type Connector, createConnector } from './postgres-connector.ts';
import type { StatementNames } from './postgres-dialect.ts';
import { splitHosts } from './postgres-hosts.ts';
import { createClientClass, type Primary } from './postgres-primary.ts';

/** The maximum number of connections of a pool. */
export const maxConnections = 10;

const int8 = 20;

/** Default limit for connecting and for waiting for a free connection. */
const defaultConnectMilliseconds = 10_000;

/** Idle time before the first TCP keep-alive probe. A dead peer is detected ten seconds later. */
const keepAliveMilliseconds = 10_000;

/** Limit for connecting to one of several hosts. */
const hostMilliseconds = 3000;

/** When the pool is closed, it waits this long for running statements, and then closes their connections. */
const closeMilliseconds = 250;

/** A pg pool, and its wrapper for Kysely. */
type Connections = { pool: pg.Pool; kyselyPool: PostgresPool } & Pick<Connector, 'hasRespondedSince'>;

type Options = {
  /** Timeout of a statement; undefined for no limit. */
  milliseconds?: number | undefined;
  /** Names of prepared statements; null to plan every statement each time. */
  names?: StatementNames | null;
  /** Limit for connecting and for waiting for a connection, if below the statement timeout. */
  maxConnectMilliseconds?: number;
  /** Whether to accept a standby, if the URL has one host. */
  acceptsStandby?: boolean;
};

/** Opens a connection pool to an existing PostgreSQL database. Of several hosts, it connects to the primary. */
export const openPool = (
  url: string,
  { milliseconds, names = null, maxConnectMilliseconds = defaultConnectMilliseconds, acceptsStandby = false }: Options,
): Connections => {
  const connectMilliseconds = Math.min(milliseconds ?? maxConnectMilliseconds, maxConnectMilliseconds);
  const urls = splitHosts(url) ?? ([url] as const);
  const primary: Primary = { url: urls[0], isReadOnly: false, acceptsStandby: acceptsStandby && urls.length === 1 };
  const Client = createClientClass(primary, urls.length > 1 ? hostMilliseconds : connectMilliseconds);
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const pool = new pg.Pool({
    max: maxConnections,
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    types: { getTypeParser },
    // Sends a query without waiting for the result of the previous query: see postgres-transaction.ts.
    pipeline: true,
    stream,
    Client,
  });
  // The pool replaces an idle connection that the server closed (a restart). Without a listener the error would
  // end the process.
  pool.on('error', () => {});
  const { connect, hasRespondedSince } = createConnector(pool, {
    Client,
    urls,
    primary,
    milliseconds,
    names,
    connectMilliseconds,
  });
  const end = async (): Promise<void> => {
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeMilliseconds);
    await pool.end().finally(() => clearTimeout(timer));
  };
  return { pool, kyselyPool: { connect, end, options: pool.options }, hasRespondedSince };
};

/** Parses 64-bit integers as numbers: all times, counters and sizes of the store are below 2^53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
