import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { openStore } from '../testing/engines.ts';
import { skipIfPooled, testProfile } from '../testing/postgres.ts';
import { createTransactionPooler, type TransactionPooler } from '../testing/transaction-pooler.ts';
import { enqueue } from './enqueue.ts';
import type { Handler } from './handler.ts';
import { createJobStore } from './job-store.ts';
import { startRunner } from './runner.ts';

const kind = 'purge_expired';

describe('jobs behind a pooler in transaction mode with four connections', () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let pooler: TransactionPooler;
  before(async () => {
    store = await openStore('postgres', true);
    pooler = await createTransactionPooler(store.environment.DATABASE_URL ?? '', 4);
  });
  after(async () => {
    await pooler.close();
    await store.database.close();
    await store.remove();
  });
  const open = (options: { usePreparedStatements?: boolean } = {}) =>
    openDatabase({
      ...{ dataDir: '', databaseUrl: pooler.url, databaseProfile: testProfile },
      ...{ statementTimeoutMilliseconds: 8000, ...options },
    });

  const run = (database: Database) => {
    const handler: Handler = {
      ...{ kind, concurrency: 8, maxAttempts: 1, backoff: () => 1, effect: 'store' },
      run:
        async ({ key }) =>
        async writes =>
          void (await writes
            .insertInto('tombstones')
            .values({ kind: 'ticket', key: key ?? '', deleted_at: 0 })
            .execute()),
    };
    return startRunner({
      ...{ database, store: createJobStore(database), handlers: [handler], clock: Date.now },
      ...{ log: pino({ level: 'silent' }), context: { run: (_id, work) => work() }, metrics: { observeOutcome() {} } },
    });
  };

  it('run exactly once with two runners that use every connection of the pooler', async () => {
    const databases = [open(), open()];
    const runners = databases.map(run);
    const keys = Array.from({ length: 60 }, (_, number) => `${number}`);
    await Promise.all(
      keys.map((key, number) => databases[number % 2]?.transaction(writes => enqueue(writes, kind, { key }))),
    );
    const { read } = store.database;
    while ((await read.selectFrom('jobs').select('n').executeTakeFirst()) !== undefined) await pause(20);
    const effects = await read.selectFrom('tombstones').select('key').execute();
    assert.deepEqual(effects.map(({ key }) => key).sort(), keys.sort());
    await Promise.all(runners.map(runner => runner.stop()));
    await Promise.all(databases.map(database => database.close()));
    assert.ok(
      pooler.getCounts().every(count => count > 10),
      String(pooler.getCounts()),
    );
  });

  it('cannot be enqueued with DATABASE_PREPARED_STATEMENTS, which the pooler does not allow', {
    skip: skipIfPooled,
  }, async () => {
    const database = open({ usePreparedStatements: true });
    const put = (key: string) => database.transaction(writes => enqueue(writes, kind, { key }));
    await assert.rejects(async () => {
      for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key);
    }, /prepared statement/);
    await database.close();
  });
});
