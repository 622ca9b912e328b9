import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createTestDatabase, skipIfPooled, type TestDatabase } from '../testing/postgres.ts';
import type { Database, Queries } from './database.ts';
import { openDatabase } from './open-database.ts';
import { findStoreOutage } from './outage.ts';

const isSlow = (error: unknown) => findStoreOutage(error) === 'slow';

describe('the statement timeout on PostgreSQL', () => {
  let store: TestDatabase;
  let database: Database;
  const open = (statementTimeoutMilliseconds?: number) =>
    openDatabase({
      dataDir: '',
      databaseUrl: store.databaseUrl,
      ...(statementTimeoutMilliseconds !== undefined && { statementTimeoutMilliseconds }),
    });
  before(async () => {
    store = await createTestDatabase();
    database = open(1000);
  });
  after(async () => {
    await database.close();
    await store.drop();
  });

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: store.databaseUrl });
    await client.connect();
    return client;
  };
  const sleep = (queries: Queries, seconds: number) => sql`select pg_sleep(${seconds})`.execute(queries);
  const getPid = async (queries: Queries): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries);
    return rows[0]?.pid ?? 0;
  };

  it('cancels a statement in a transaction and reuses its connection', async () => {
    const pids: number[] = [];
    const slow = database.transaction(async writes => {
      pids.push(await getPid(writes));
      await sleep(writes, 60);
    });
    await assert.rejects(slow, isSlow);
    pids.push(await getPid(database.read));
    assert.equal(pids[0], pids[1]);
  });

  it('closes the connection of a timed-out statement outside a transaction', { skip: skipIfPooled }, async () => {
    const pid = await getPid(database.read);
    await assert.rejects(sleep(database.read, 60), isSlow);
    assert.notEqual(await getPid(database.read), pid);
    while (database.getLoad().busy > 0) await pause(1);
    assert.deepEqual(database.getLoad(), { busy: 0, idle: 1, waiting: 0 });
  });

  it('cancels timed-out statements on the server, so that their number stays limited', {
    skip: skipIfPooled,
  }, async t => {
    const [administrator, holder] = [await connect(), await connect()];
    const countWaiting = async () => {
      const { rows } = await administrator.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count ?? 0;
    };
    await administrator.query('create table held ()');
    await holder.query('begin; lock table held');
    const withShortTimeout = open(100);
    t.after(() => Promise.all([administrator.end(), holder.end(), withShortTimeout.close()]));
    const queryRepeatedly = async (rounds: number) => {
      for (; rounds > 0; rounds--) await assert.rejects(sql`select from held`.execute(withShortTimeout.read), isSlow);
    };
    let maximum = 0;
    let areDone = false;
    const queries = Promise.all(Array.from({ length: 10 }, () => queryRepeatedly(3))).then(() => {
      areDone = true;
    });
    while (!areDone) maximum = Math.max(maximum, await countWaiting());
    await queries;
    // Thirty statements were sent; a busy server may be slow to cancel a statement.
    assert.ok(0 < maximum && maximum < 20, `${maximum} concurrent`);
    while ((await countWaiting()) > 0) await pause(10);
  });

  it('is off in transactions without the option; outside them the timeout of the database applies', {
    skip: skipIfPooled,
  }, async () => {
    const administrator = await connect();
    const name = new URL(store.databaseUrl).pathname.slice(1);
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await administrator.query(`alter database ${name} set ${setting} = 50`);
    await administrator.end();
    const withoutTimeout = open();
    await withoutTimeout.transaction(writes => sleep(writes, 0.2));
    await withoutTimeout.snapshot(queries => sleep(queries, 0.2));
    await assert.rejects(sleep(withoutTimeout.read, 60), isSlow);
    await withoutTimeout.close();
  });

  it('is not needed to close the store: closing aborts running statements', async () => {
    const secondStore = open();
    const started = Promise.withResolvers<void>();
    const sleeping = secondStore.transaction(async writes => {
      await getPid(writes);
      started.resolve();
      await sleep(writes, 60);
    });
    await started.promise;
    const closed = secondStore.close();
    await assert.rejects(sleeping, error => findStoreOutage(error) === 'unavailable');
    await closed;
  });
});
