import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg, { type PoolClient } from 'pg';

/** No answer came in time. Its SQLSTATE is that of a statement which the server itself gave up: query_canceled. */
export class Unanswered extends Error {
  readonly code = '57014';
}

/** How long an answer may take, in milliseconds, and who is told what came of it. */
export type Patience = {
  milliseconds: number;
  answered(): void;
  /** `since`: when it was asked, as `performance.now()` tells it. */
  unanswered(since: number): void;
  /** Asks the server to give up what this connection is waiting for; over within `cancelMilliseconds`, and never throws. */
  cancel(client: PoolClient): Promise<void>;
};

/** How long the server may take to give a statement up, until its connection is cut all the same. */
export const cancelMilliseconds = 1000;

/** Whether this is what the server said, a refusal too, and no trouble on the way to it. */
export const isAnswer = (error: unknown): boolean => error instanceof pg.DatabaseError;

/**
 * A connection as it is lent to Kysely. One that owes an answer when its time is over is never lent again: whoever came next
 * would wait behind a statement that is not theirs. Who asked is told at once; its place in the pool is taken until the
 * server has given the statement up, so that no more of them run there than there are connections.
 *
 * @param patience without it an answer takes as long as it takes
 */
export const lend = (client: PoolClient, patience: Patience | null): PostgresPoolClient => {
  let isCut = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // What comes after the cut is the end of a transaction, whose own error is the one to tell.
    if (isCut) throw tooLate(patience);
    const answer = client.query(sql, [...parameters]);
    return patience === null ? answer : inTime(answer, patience);
  };
  const inTime = async <T>(answer: Promise<T>, patience: Patience): Promise<T> => {
    const since = performance.now();
    const heard = answer.then(patience.answered, error => {
      if (isAnswer(error)) patience.answered();
    });
    const silence = Promise.withResolvers<never>();
    const limit = setTimeout(() => {
      isCut = true;
      silence.reject(tooLate(patience));
      patience.unanswered(since);
      void cut(patience, heard);
    }, patience.milliseconds);
    return Promise.race([answer, silence.promise]).finally(() => clearTimeout(limit));
  };
  const cut = async (patience: Patience, heard: Promise<void>): Promise<void> => {
    void patience.cancel(client);
    await Promise.race([heard, pause(cancelMilliseconds, null, { ref: false })]);
    client.release(true);
    client.connection.stream.destroy();
  };
  const release = (isBroken = false): void => {
    // One that is left within a transaction is nobody's.
    if (!isCut) client.release(isBroken || client.getTransactionStatus() !== 'I');
  };
  // Without cursors, for which nobody asks.
  return { query, release } as { query: Answer; release: typeof release } as PostgresPoolClient;
};

const tooLate = (patience: Patience | null) =>
  new Unanswered(`No answer within ${patience?.milliseconds} ms: the connection was cut.`);

type Answer = <R>(sql: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>;
