import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import type { Database, Queries } from './database.ts';
import { openDatabase } from './open.ts';
import { outageOf } from './outage.ts';

const isSlow = (error: unknown) => outageOf(error) === 'slow';

describe('how long a statement may take on PostgreSQL', () => {
  let store: TestDatabase;
  let database: Database;
  const open = (patience?: number) =>
    openDatabase({ dataDir: '', databaseUrl: store.databaseUrl, ...(patience !== undefined && { patience }) });
  before(async () => {
    store = await createTestDatabase();
    database = open(1000);
  });
  after(async () => {
    await database.close();
    await store.drop();
  });

  const sleep = (queries: Queries, seconds: number) => sql`select pg_sleep(${seconds})`.execute(queries);
  const pidOf = async (queries: Queries): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries);
    return rows[0]?.pid ?? 0;
  };

  it('is limited in a transaction, which the server gives up: its connection is good for the next', async () => {
    const pids: number[] = [];
    const slow = database.transaction(async writes => {
      pids.push(await pidOf(writes));
      await sleep(writes, 60);
    });
    await assert.rejects(slow, isSlow);
    pids.push(await pidOf(database.read));
    assert.equal(pids[0], pids[1]);
  });

  it('is limited outside of one, where the connection is cut: the next gets another', async () => {
    const pid = await pidOf(database.read);
    await assert.rejects(sleep(database.read, 60), isSlow);
    assert.notEqual(await pidOf(database.read), pid);
    assert.deepEqual(database.load(), { busy: 0, idle: 1, waiting: 0 });
  });

  it('is not, where it was opened for what takes long, whatever the database says', async () => {
    const administrator = new Client({ connectionString: store.databaseUrl });
    await administrator.connect();
    const name = new URL(store.databaseUrl).pathname.slice(1);
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await administrator.query(`alter database ${name} set ${setting} = 50`);
    await administrator.end();
    const patient = open();
    await patient.transaction(writes => sleep(writes, 0.2));
    await patient.snapshot(queries => sleep(queries, 0.2));
    await assert.rejects(sleep(patient.read, 60), isSlow);
    await patient.close();
  });

  it('nor does it hold an end up: what the server does not answer is cut', async () => {
    const another = open();
    const began = Promise.withResolvers<void>();
    const asked = another.transaction(async writes => {
      await pidOf(writes);
      began.resolve();
      await sleep(writes, 60);
    });
    await began.promise;
    const ended = another.close();
    await assert.rejects(asked, error => outageOf(error) === 'away');
    await ended;
  });
});
