import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { TestServer } from './oauth-server.ts';

/**
 * Overlaps two writers in a fixed order. Blocks all writes and starts the first writer. When it is blocked, starts the
 * second. When both are blocked, releases the lock. At least one writer is a request to the server at `url`.
 */
export const overlapWrites = async <First, Second>(
  { engine, read, transaction }: Database,
  { url }: Pick<TestServer, 'url'>,
  [startFirst, startSecond]: [() => Promise<First>, () => Promise<Second>],
): Promise<[First, Second]> => {
  const started = await transaction(async writes => {
    const waitUntilBlocked = async (count: number): Promise<void> => {
      const blocked = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      while (Number((await blocked.execute(read)).rows[0]?.n) < count);
    };
    // SQLite does not report blocked writers. After ten responses, earlier requests have reached the lock.
    const waitUntilProbablyBlocked = async (): Promise<void> => {
      for (let n = 0; n < 10; n++) await (await fetch(`${url}/oauth/jwks`)).text();
    };
    if (engine === 'postgres') await sql`lock table oauth_records in share mode`.execute(writes);
    const first = startFirst();
    await (engine === 'postgres' ? waitUntilBlocked(1) : waitUntilProbablyBlocked());
    const second = startSecond();
    await (engine === 'postgres' ? waitUntilBlocked(2) : waitUntilProbablyBlocked());
    return { both: Promise.all([first, second]) };
  });
  return started.both;
};
