import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { getMigratedPostgres } from '../testing/migrated-stores.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { addToCounters, readCounter } from './counters.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

describe('prepared statements on PostgreSQL', () => {
  let store: TestDatabase;
  before(async () => {
    store = await createTestDatabase(await getMigratedPostgres());
  });
  after(() => store.drop());

  /** Advances a counter in several transactions, and returns how many statements a connection has prepared. */
  const countPrepared = async (database: Database): Promise<number> => {
    for (let amount = 1; amount <= 3; amount++) {
      const count = await readCounter(database.read, 'tickets.changes');
      await database.transaction(writes => addToCounters(writes, [['tickets.changes', amount]]));
      assert.equal(await readCounter(database.read, 'tickets.changes'), count + amount);
    }
    const counting = sql<{ count: number }>`select count(*) as count from pg_prepared_statements`;
    const [row] = (await counting.execute(database.read)).rows;
    return row?.count ?? 0;
  };

  for (const [usePreparedStatements, prepared] of [
    [false, 0],
    [true, 2],
  ] as const) {
    it(`are ${usePreparedStatements ? 'created for each repeated statement' : 'not used by default'}`, async t => {
      const options = { dataDir: '', databaseUrl: store.databaseUrl };
      const database = openDatabase(usePreparedStatements ? { ...options, usePreparedStatements } : options);
      t.after(() => database.close());
      assert.equal(await countPrepared(database), prepared);
    });
  }
});
