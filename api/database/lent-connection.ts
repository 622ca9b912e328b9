import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient } from 'pg';

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
};

/**
 * A connection as it is lent to Kysely. One that owes an answer is cut when its time is over, and never lent again: whoever
 * came next would wait behind a statement that is not theirs.
 *
 * @param patience without it an answer takes as long as it takes
 */
export const lend = (client: PoolClient, patience: Patience | null): PostgresPoolClient => {
  let isCut = false;
  const unanswered = () => new Unanswered(`No answer within ${patience?.milliseconds} ms: the connection was cut.`);
  const cut = (since: number): void => {
    isCut = true;
    client.release(true);
    client.connection.stream.destroy();
    patience?.unanswered(since);
  };
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // What comes after the cut is the end of a transaction, whose own error is the one to tell.
    if (isCut) throw unanswered();
    const limit = patience === null ? undefined : setTimeout(cut, patience.milliseconds, performance.now());
    try {
      const result = await client.query(sql, [...parameters]);
      patience?.answered();
      return result;
    } catch (error) {
      throw isCut ? unanswered() : error;
    } finally {
      clearTimeout(limit);
    }
  };
  const release = (isBroken = false): void => {
    // One that is left within a transaction is nobody's.
    if (!isCut) client.release(isBroken || client.getTransactionStatus() !== 'I');
  };
  // Without cursors, for which nobody asks.
  return { query, release } as { query: Answer; release: typeof release } as PostgresPoolClient;
};

type Answer = <R>(sql: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>;
