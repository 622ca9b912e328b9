import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { singleFlight } from '#server/single-flight';
import { cancelStatement } from './cancel-statement.ts';
import type { StatementNames } from './postgres-dialect.ts';
import { type ClientClass, NoPrimaryError, type Primary } from './postgres-primary.ts';
import {
  cancelMilliseconds,
  createConnectionWrapper,
  isServerError,
  PostgresTimeoutError,
  type StatementTimeout,
} from './timed-connection.ts';

/** How early a timer may fire, measured by `performance.now()`. */
const slackMilliseconds = 2;

/** How long callers wait for a hanging server, and the timeout and delay of probes. */
const [hangWaitMilliseconds, probeMilliseconds, probeDelayMilliseconds] = [1000, 3000, 500];

/** Provides connections to the primary, from a pool. */
export type Connector = { connect: PostgresPool['connect']; hasRespondedSince(since: number): boolean };

type Options = {
  Client: ClientClass;
  /** One URL per host. */
  urls: readonly string[];
  primary: Primary;
  /** Timeout of a statement; undefined for no limit. */
  milliseconds: number | undefined;
  /** Names of prepared statements; null to plan every statement each time. */
  names: StatementNames | null;
  /** Limit for connecting and for waiting for a free connection. */
  connectMilliseconds: number;
};

/** The error for callers that get no connection. `waited` resolves when they stop waiting. */
type Outage = { error: Error; waited: Promise<unknown> };

/**
 * Provides connections to the primary, with a statement timeout. The server seems to hang if a statement or connection
 * times out and the server sent no response meanwhile. All hosts are probed continuously while it hangs, or after a
 * host turns out not to be the primary. At first, callers wait for a probe to succeed. Later, they are rejected
 * immediately.
 */
export const createConnector = (pool: pg.Pool, options: Options): Connector => {
  const { Client, urls, primary, milliseconds, names, connectMilliseconds } = options;
  let respondedAt = performance.now();
  /** When a statement last got a response. A pooler may accept connections while its server hangs. */
  let statementRespondedAt = respondedAt;
  let outage: Outage | null = null;
  const closeIdle = createCloseIdle(pool);
  const recordResponse = (): void => {
    respondedAt = performance.now();
    outage = null;
  };
  const startOutage = (error: Error, waitMilliseconds: number): void => {
    if (outage !== null) return;
    closeIdle();
    const own: Outage = { error, waited: pause(waitMilliseconds, null, { ref: false }) };
    outage = own;
    // A probe succeeds sooner if only one statement was slow, or a standby was promoted.
    own.waited = Promise.race([own.waited, ...urls.map(url => probe(url, own))]);
  };
  const tryToConnect = async (url?: string): Promise<void> => {
    const client = new Client({ ...pool.options, connectionTimeoutMillis: probeMilliseconds }, url);
    await client.connect();
    void client.end();
  };
  const probe = async (url: string, own: Outage): Promise<void> => {
    while (outage === own && !pool.ending) await tryToConnect(url).then(recordResponse, handleProbeError);
  };
  /** A server that has no free connection, or is starting, does not hang. */
  const handleProbeError = async (error: unknown): Promise<void> => {
    if (urls.length === 1 && isServerError(error)) recordResponse();
    else await pause(probeDelayMilliseconds, null, { ref: false });
  };
  const onTimeout = (since: number): void => {
    if (respondedAt <= since)
      startOutage(
        new PostgresTimeoutError('PostgreSQL does not respond; requests fail until it does.'),
        hangWaitMilliseconds,
      );
  };
  const timeout: StatementTimeout | null =
    milliseconds === undefined
      ? null
      : {
          milliseconds,
          onResponse: () => {
            recordResponse();
            statementRespondedAt = respondedAt;
          },
          onTimeout,
          cancel: client =>
            cancelStatement(client, { ...pool.options, connectionString: primary.url }, cancelMilliseconds),
        };
  const isStoreReadOnly = singleFlight(() =>
    tryToConnect().then(
      () => primary.isReadOnly,
      () => false,
    ),
  );
  /** A demoted server behind a pooler still responds to reads. A new connection shows whether it was demoted. */
  const explainReadOnly = async (cause: Error): Promise<Error> => {
    if (await isStoreReadOnly()) return cause;
    closeIdle();
    return new NoPrimaryError('The PostgreSQL server rejected a write as read-only: it was probably demoted.', {
      cause,
    });
  };
  const wrap = createConnectionWrapper({ timeout, names, explainReadOnly });
  pool.on('connect', recordResponse);
  const connect = async (since = performance.now()): ReturnType<Connector['connect']> => {
    if (outage !== null) await outage.waited;
    if (outage !== null) throw outage.error;
    try {
      return wrap(await acquireConnection(pool));
    } catch (error) {
      const isLate = performance.now() - since >= connectMilliseconds - slackMilliseconds;
      if (!isLate && isPrimaryElsewhere(error, urls.length)) {
        startOutage(error, connectMilliseconds);
        return connect(since);
      }
      if (isServerError(error)) recordResponse();
      else if (isLate) onTimeout(since);
      throw error;
    }
  };
  return { connect: () => connect(), hasRespondedSince: since => statementRespondedAt > since };
};

/** Acquires an open connection. The pool notices a closed connection only in the next event-loop iteration. */
const acquireConnection = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  if (!client.connection.stream.destroyed) return client;
  client.release(true);
  return acquireConnection(pool);
};

/**
 * True if another host may be the primary. A server that has no free connection, or rejects the password, may still be
 * the primary.
 */
const isPrimaryElsewhere = (error: unknown, hosts: number): error is Error => {
  if (!(error instanceof Error) || hosts === 1) return error instanceof NoPrimaryError;
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
};

/** Returns a function that closes idle connections. They may be dead, or lead to a server that was demoted. */
const createCloseIdle = (pool: pg.Pool): (() => void) => {
  const idle = new Set<pg.PoolClient>();
  pool.on('release', (_error, client) => idle.add(client));
  for (const event of ['acquire', 'remove'] as const) pool.on(event, client => idle.delete(client));
  return () => {
    for (const client of idle) client.connection.stream.destroy();
  };
};
