import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { incrementCounter, readCounter } from './counters.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { findStoreOutage } from './outage.ts';

const counter = 'tickets.changes';
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('concurrent transactions on SQLite', () => {
  let directory = '';
  let database: Database;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stardesk-'));
    database = openDatabase({ dataDir: directory });
    await migrate(database, Date.now);
  });
  after(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });

  const add = () => database.transaction(writes => incrementCounter(writes, counter));
  const count = () => readCounter(database.read, counter);

  it('are rejected, instead of waiting forever, while the database closes', async () => {
    const other = openDatabase({ dataDir: directory });
    const write = other.transaction(writes => incrementCounter(writes, counter));
    await Promise.all([other.close(), assert.rejects(write, /The database is closed/)]);
  });

  it('share one commit', async () => {
    const initial = await count();
    const seen = await Promise.all(times(20, () => add().then(() => database.revision())));
    assert.equal(new Set(seen).size, 1);
    assert.equal(await count(), initial + 20);
  });

  it('resolve only after other connections can read their writes', async () => {
    const counts = await Promise.all(times(200, () => add().then(async value => (await count()) - value)));
    assert.ok(counts.every(ahead => ahead >= 0));
  });

  it('roll back individually', async () => {
    const initial = await count();
    const failIfOdd = (n: number) =>
      database.transaction(async writes => {
        await incrementCounter(writes, counter);
        if (n % 2 === 1) throw new Error('odd');
      });
    const results = await Promise.allSettled(times(20, failIfOdd));
    assert.deepEqual(
      results.map(({ status }) => status),
      times(20, n => (n % 2 === 1 ? 'rejected' : 'fulfilled')),
    );
    assert.equal(await count(), initial + 10);
  });

  it('all reject when their shared commit fails; later transactions succeed', async () => {
    const initial = await count();
    const orphan = database.transaction(async writes => {
      await sql`pragma defer_foreign_keys = on`.execute(writes);
      await sql`insert into stars (gist_n, person_id, created_at) values (4711, '1', 0)`.execute(writes);
    });
    const results = await Promise.allSettled([add(), orphan, add()]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(await count(), initial);
    assert.equal(await add(), initial + 1);
  });

  it('all report a full disk when one of them fills the disk; later transactions succeed', async () => {
    const initial = await count();
    const added = add();
    const filled = database.transaction(async writes => {
      // SQLite raises this limit to the current size.
      await sql`pragma max_page_count = 1`.execute(writes);
      await sql`insert into migrations (name, applied_at) values (hex(zeroblob(1e7)), 0)`.execute(writes);
    });
    const results = await Promise.allSettled([added, filled]);
    assert.deepEqual(
      results.map(result => result.status === 'rejected' && findStoreOutage(result.reason)),
      ['full', 'full'],
    );
    await database.transaction(writes => sql`pragma max_page_count = 1000000`.execute(writes));
    assert.equal(await add(), initial + 1);
  });

  it('finish before the store closes', async () => {
    const initial = await count();
    const secondStore = openDatabase({ dataDir: directory });
    const started = Promise.withResolvers<void>();
    const adding = secondStore.transaction(writes => {
      started.resolve();
      return incrementCounter(writes, counter);
    });
    await started.promise;
    await secondStore.close();
    assert.equal(await adding, initial + 1);
    database.startRequest();
    assert.equal(await count(), initial + 1);
  });
});
