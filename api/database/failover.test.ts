import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { createCluster, type PostgresCluster } from '../testing/postgres-cluster.ts';
import { openDatabase } from './open-database.ts';
import { findStoreOutage } from './outage.ts';
import type { Schema } from './schema.ts';

const isReadOnly = (error: unknown) => findStoreOutage(error) === 'read_only';
const isSlow = (error: unknown) => findStoreOutage(error) === 'slow';
const isUnavailable = (error: unknown) => findStoreOutage(error) === 'unavailable';
const write = async (queries: Kysely<Schema>) => void (await sql`insert into written values (1)`.execute(queries));
const read = async (queries: Kysely<Schema>) => void (await sql`select from written`.execute(queries));

/** Repeats work until it succeeds, for at most ten seconds. */
const until = async (work: () => Promise<unknown>) => {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) return;
    if (performance.now() > deadline) throw failure.error;
    await pause(20);
  }
};

describe('a PostgreSQL connection pool during a failover', () => {
  let cluster: PostgresCluster;
  before(async () => {
    cluster = await createCluster();
    await cluster.start();
    await query('create table written (number int)');
  });
  after(() => cluster.remove());

  const query = async (text: string) => {
    const client = new pg.Client(cluster.url);
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  const set = async (name: string, value: string) => {
    await query(`alter system set ${name} = ${value}`);
    await query('select pg_reload_conf()');
  };
  const makeReadOnly = (value: string) => set('default_transaction_read_only', value);
  /** Makes each COMMIT wait for a synchronous standby that does not exist. */
  const requireStandby = async (t: TestContext) => {
    await query('alter database postgres set synchronous_commit = on');
    await set('synchronous_standby_names', 'absent');
    t.after(() => set('synchronous_standby_names', "''"));
  };
  const promote = () => query('select pg_promote()');
  /** Restarts the server as a standby. */
  const demote = async () => {
    await cluster.stop('SIGINT');
    await cluster.start('standby');
  };
  const open = (t: TestContext, options: Partial<Parameters<typeof openDatabase>[0]> = {}) => {
    const database = openDatabase({ dataDir: '', databaseUrl: cluster.url, ...options });
    t.after(() => database.close());
    return database;
  };

  it('rejects a standby, and gives waiting callers connections once it is promoted', async t => {
    await demote();
    const [database, withShortTimeout] = [open(t), open(t, { statementTimeoutMilliseconds: 100 })];
    const waiting = Promise.all(Array.from({ length: 20 }, () => write(database.read)));
    const isStandby = (error: unknown) => isUnavailable(error) && /is a standby: promote it/.test(String(error));
    // On a busy machine, the timeout may expire before the server has responded.
    await until(() => assert.rejects(read(withShortTimeout.read), isStandby));
    await promote();
    await waiting;
  });

  it('does not reuse connections to a server that was restarted as a standby', async t => {
    const database = open(t, { statementTimeoutMilliseconds: 100 });
    await until(() => Promise.all([write(database.read), write(database.read)]));
    await demote();
    await assert.rejects(read(database.read), isUnavailable);
    await promote();
    await until(() => write(database.read));
  });

  it('lets read-only commands use a standby', async t => {
    await demote();
    t.after(promote);
    const database = open(t, { acceptsStandby: true });
    await read(database.read);
    await assert.rejects(write(database.read), isReadOnly);
  });

  it('closes all connections when one rejects a write, because its server was demoted behind a pooler', async t => {
    const database = open(t);
    const rejectWrites = sql`set default_transaction_read_only = on`;
    await Promise.all([1, 2, 3].map(() => rejectWrites.execute(database.read)));
    await assert.rejects(database.transaction(write), isUnavailable);
    await Promise.all([1, 2].map(() => write(database.read)));
  });

  it('reports read-only for a store that an administrator made read-only, and still reads it', async t => {
    const database = open(t);
    await makeReadOnly('on');
    t.after(() => makeReadOnly('off'));
    const writeTwice = () => database.transaction(writes => Promise.all([write(writes), write(writes)]));
    await until(() => assert.rejects(writeTwice, isReadOnly));
    await assert.rejects(writeTwice, isReadOnly);
    await read(database.read);
    await makeReadOnly('off');
    await until(writeTwice);
  });

  it('reports a demotion after an administrator made the store read-only and writable again', async t => {
    const database = open(t);
    await makeReadOnly('on');
    t.after(() => makeReadOnly('off'));
    await until(() => assert.rejects(write(database.read), isReadOnly));
    await read(database.read);
    await makeReadOnly('off');
    // Uses the connection of `read`, which is writable now.
    await until(() => write(database.read));
    await sql`set default_transaction_read_only = on`.execute(database.read);
    await assert.rejects(write(database.read), isUnavailable);
    await write(database.read);
  });

  it('hides a write from reads while its COMMIT waits too long for a synchronous standby', async t => {
    const database = open(t, { statementTimeoutMilliseconds: 1000 });
    const count = async () => (await sql`select from written`.execute(database.read)).rows.length;
    let before = 0;
    await requireStandby(t);
    await until(async () => {
      before = await count();
      await assert.rejects(database.transaction(write), isSlow);
    });
    while (database.getLoad().busy > 0) await pause(10);
    const whileWaiting = await count();
    await set('synchronous_standby_names', "''");
    await until(async () => assert.equal(await count(), before + 1));
    assert.equal(whileWaiting, before);
  });

  /** Cancels each wait for a synchronous standby until `written` has settled. */
  const writeAndCancel = async (written: Promise<unknown>) => {
    let isOver = false;
    const cancel = async () => {
      while (!isOver) await query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
    };
    const settled = written.finally(() => {
      isOver = true;
    });
    await Promise.all([settled, cancel()]);
  };

  it('rejects a transaction whose COMMIT was cancelled while it waited for a synchronous standby', async t => {
    const database = open(t);
    await requireStandby(t);
    await until(() => assert.rejects(writeAndCancel(database.transaction(write)), isUnavailable));
    await set('synchronous_standby_names', "''");
    await database.transaction(write);
  });

  it('closes a connection whose write outside a transaction was not replicated', async t => {
    const database = open(t);
    await requireStandby(t);
    await until(() => assert.rejects(writeAndCancel(write(database.read)), isUnavailable));
    for (let count = 0; count < 5; count++) await read(database.read);
    await set('synchronous_standby_names', "''");
  });
});
