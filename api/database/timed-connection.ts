import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg, { type PoolClient } from 'pg';

/** PostgreSQL did not respond in time. The code is the SQLSTATE of a statement the server cancels: query_canceled. */
export class PostgresTimeoutError extends Error {
  readonly code = '57014';
}

/** The statement timeout of a connection, and callbacks for its outcome. */
export type StatementTimeout = {
  milliseconds: number;
  onResponse(): void;
  /** @param since when the statement was sent (`performance.now()`) */
  onTimeout(since: number): void;
  /** Cancels the running statement on the server. Takes at most `cancelMilliseconds`, and never throws. */
  cancel(client: PoolClient): Promise<void>;
};

/** How long the server may take to cancel a statement before its connection is closed. */
export const cancelMilliseconds = 1000;

/** True for errors that the server sent, as opposed to network errors. */
export const isServerError = (error: unknown): boolean => error instanceof pg.DatabaseError;

/**
 * Wraps a pool connection for Kysely and applies the statement timeout. A connection whose statement timed out never
 * returns to the pool, where the next query would wait behind it. The caller gets the error immediately. The pool slot
 * stays taken until the server has cancelled the statement, which limits the statements that run there.
 *
 * @param timeout null for no limit
 */
export const wrapConnection = (client: PoolClient, timeout: StatementTimeout | null): PostgresPoolClient => {
  let hasTimedOut = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // After a timeout Kysely still sends a rollback; the error to report is the timeout.
    if (hasTimedOut) throw timeoutError(timeout);
    const result = client.query(sql, [...parameters]);
    return timeout === null ? result : limitTime(result, timeout);
  };
  const limitTime = async <T>(result: Promise<T>, timeout: StatementTimeout): Promise<T> => {
    const since = performance.now();
    const settled = result.then(timeout.onResponse, error => {
      if (isServerError(error)) timeout.onResponse();
    });
    const expired = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      hasTimedOut = true;
      expired.reject(timeoutError(timeout));
      timeout.onTimeout(since);
      void disconnect(timeout, settled);
    }, timeout.milliseconds);
    return Promise.race([result, expired.promise]).finally(() => clearTimeout(timer));
  };
  const disconnect = async (timeout: StatementTimeout, settled: Promise<void>): Promise<void> => {
    void timeout.cancel(client);
    await Promise.race([settled, pause(cancelMilliseconds, null, { ref: false })]);
    client.release(true);
    client.connection.stream.destroy();
  };
  const release = (isBroken = false): void => {
    // A connection that is still in a transaction must not return to the pool.
    if (!hasTimedOut) client.release(isBroken || client.getTransactionStatus() !== 'I');
  };
  // Cursors are not used.
  return { query, release } as { query: Query; release: typeof release } as PostgresPoolClient;
};

const timeoutError = (timeout: StatementTimeout | null) =>
  new PostgresTimeoutError(`No response within ${timeout?.milliseconds} ms; the connection was closed.`);

type Query = <R>(sql: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>;
