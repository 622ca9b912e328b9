import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg, { type PoolClient } from 'pg';
import type { StatementNames } from './postgres-dialect.ts';

/** PostgreSQL did not respond in time. The code is the SQLSTATE of a statement the server cancels: query_canceled. */
export class PostgresTimeoutError extends Error {
  readonly code = '57014';
}

/**
 * The transaction is stored on the primary, but perhaps not on the synchronous standby. The code is the SQLSTATE
 * transaction_resolution_unknown.
 */
class UnreplicatedError extends Error {
  readonly code = '08007';
}

/** The statement timeout of a connection, and callbacks for its outcome. */
export type StatementTimeout = {
  milliseconds: number;
  onResponse(): void;
  /** @param since when the timeout started to run (`performance.now()`) */
  onTimeout(since: number): void;
  /** Cancels the running statement on the server. Takes at most `cancelMilliseconds`, and never throws. */
  cancel(client: PoolClient): Promise<void>;
};

/** How long the server may take to cancel a statement before its connection is closed. */
export const cancelMilliseconds = 1000;

/** True for errors that the server sent, as opposed to network errors. */
export const isServerError = (error: unknown): boolean => error instanceof pg.DatabaseError;

type Options = {
  /** Null for no limit. */
  timeout: StatementTimeout | null;
  /** Null to plan every statement each time. */
  names: StatementNames | null;
  /** Returns the error to report for a write that a read-only server rejected. */
  explainReadOnly(error: Error): Promise<Error>;
};

/** SQLSTATE: read_only_sql_transaction. */
const readOnly = '25006';

/** The function of PostgreSQL that waits for a synchronous standby. The texts of its warnings depend on the language. */
const waitForStandby = 'SyncRepWaitForLSN';

/** Returns a function that wraps each connection once. Kysely adds members to a connection at its first use. */
export const createConnectionWrapper = (options: Options): ((client: PoolClient) => PostgresPoolClient) => {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  return client => {
    const connection = wrapped.get(client) ?? wrapConnection(client, options);
    wrapped.set(client, connection);
    return connection;
  };
};

/**
 * Wraps a pool connection for Kysely and applies the statement timeout. A connection whose statement timed out never
 * returns to the pool, where the next query would wait behind it. The callers get the error immediately. The pool slot
 * stays occupied until the statement has ended, but at most `cancelMilliseconds`: this limits the abandoned statements
 * that still run on the server.
 */
const wrapConnection = (client: PoolClient, { timeout, names, explainReadOnly }: Options): PostgresPoolClient => {
  let hasTimedOut = false;
  let readOnlyError: Promise<Error> | null = null;
  /** After a write was rejected, further errors of the connection are consequences. */
  const fail = async (error: unknown): Promise<never> => {
    if (error instanceof pg.DatabaseError && error.code === readOnly) readOnlyError ??= explainReadOnly(error);
    throw readOnlyError === null ? error : await readOnlyError;
  };
  let unreplicated: UnreplicatedError | null = null;
  client.on('notice', ({ routine, message }) => {
    if (routine === waitForStandby) unreplicated = new UnreplicatedError(message);
  });
  /**
   * PostgreSQL reports success, with a warning, after an administrator cancelled a COMMIT that waited for a standby.
   * Later statements of the connection fail too, so it does not return to the pool.
   */
  const checkReplicated = <T>(result: T): T => {
    if (unreplicated !== null) throw unreplicated;
    return result;
  };
  const writeTogether = createWriteTogether(client);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // After a timeout, Kysely still sends a rollback; the error to report is the timeout.
    if (hasTimedOut) throw timeoutError(timeout);
    writeTogether();
    const name = names?.get(sql);
    const values = [...parameters];
    const sent = client.query(name === undefined ? { text: sql, values } : { name, text: sql, values });
    const result = sent.then(checkReplicated, fail);
    return timeout === null ? result : limitTime(result, timeout);
  };
  /**
   * The callers of sent statements, in order. The timer belongs to the first caller: the server runs one statement at a
   * time.
   */
  const waitingCallbacks = new Set<(error: Error) => void>();
  let timer: NodeJS.Timeout | undefined;
  let onLateResponse: (() => void) | undefined;
  const startTimer = (timeout: StatementTimeout): void => {
    const since = performance.now();
    timer = setTimeout(() => {
      hasTimedOut = true;
      for (const reject of waitingCallbacks) reject(timeoutError(timeout));
      timeout.onTimeout(since);
      void disconnect(timeout);
    }, timeout.milliseconds);
  };
  const limitTime = <T>(result: Promise<T>, timeout: StatementTimeout): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (isResponse: boolean): void => {
        if (isResponse) timeout.onResponse();
        waitingCallbacks.delete(reject);
        clearTimeout(timer);
        if (hasTimedOut) onLateResponse?.();
        else if (waitingCallbacks.size > 0) startTimer(timeout);
      };
      waitingCallbacks.add(reject);
      if (waitingCallbacks.size === 1) startTimer(timeout);
      result.then(
        value => {
          settle(true);
          resolve(value);
        },
        (error: unknown) => {
          settle(isServerError(error));
          reject(error);
        },
      );
    });
  const disconnect = async (timeout: StatementTimeout): Promise<void> => {
    const responded = new Promise<void>(resolve => {
      onLateResponse = resolve;
    });
    // Inside a transaction, the server's timeout applies. Cancelling a COMMIT that waits for a standby would make its
    // writes visible.
    if (client.getTransactionStatus() === 'I') void timeout.cancel(client);
    await Promise.race([responded, pause(cancelMilliseconds, null, { ref: false })]);
    client.release(true);
    client.connection.stream.destroy();
  };
  const release = (isBroken = false): void => {
    if (hasTimedOut) return;
    // A connection must not return to the pool if it is in a transaction, its server is read-only, or a commit was not
    // replicated.
    const isUnusable = readOnlyError !== null || unreplicated !== null || client.getTransactionStatus() !== 'I';
    client.release(isBroken || isUnusable);
  };
  // Cursors are not used.
  return { query, release } as { query: Query; release: typeof release } as PostgresPoolClient;
};

/**
 * Returns a function that buffers the output of a connection, to write it all at once. The output is written when no
 * promise callback is ready.
 */
const createWriteTogether = ({ connection: { stream } }: PoolClient): (() => void) => {
  let isCorked = false;
  const write = (): void => {
    isCorked = false;
    stream.uncork();
  };
  return () => {
    if (isCorked) return;
    isCorked = true;
    stream.cork();
    process.nextTick(write);
  };
};

const timeoutError = (timeout: StatementTimeout | null) =>
  new PostgresTimeoutError(`PostgreSQL did not respond within ${timeout?.milliseconds} ms; the connection was closed.`);

type Query = <R>(sql: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>;
