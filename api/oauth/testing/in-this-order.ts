import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { TestServer } from './server.ts';

/**
 * Starts two things that write, each as soon as the one before has got as far as it can while nobody may write, and then
 * lets them: both are in the middle of what they do. `server` is one that either uses.
 */
export const inThisOrder = async <One, Other>(
  { engine, read, transaction }: Database,
  { url }: Pick<TestServer, 'url'>,
  [one, other]: [() => Promise<One>, () => Promise<Other>],
): Promise<[One, Other]> => {
  const begun = await transaction(async writes => {
    const untilWaiting = async (count: number): Promise<void> => {
      const blocked = sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      while (Number((await blocked.execute(read)).rows[0]?.n) < count);
    };
    // Nothing tells who waits for SQLite. What was asked before has got there when the server has answered this often.
    const untilAsked = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) await (await fetch(`${url}/oauth/jwks`)).text();
    };
    if (engine === 'postgres') await sql`lock table oauth_records in share mode`.execute(writes);
    const first = one();
    await (engine === 'postgres' ? untilWaiting(1) : untilAsked());
    const second = other();
    await (engine === 'postgres' ? untilWaiting(2) : untilAsked());
    return { both: Promise.all([first, second]) };
  });
  return begun.both;
};
