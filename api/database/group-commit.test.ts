import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { advance, changesOf } from './counters.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

const counter = 'tickets.changes';
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('transactions that come together on SQLite', () => {
  let folder = '';
  let database: Database;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stardesk-'));
    database = openSqlite(join(folder, 'stardesk.db'));
    await migrate(database, Date.now);
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const add = () => database.transaction(writes => advance(writes, counter));
  const count = () => changesOf(database.read, counter);

  it('are committed together', async () => {
    const begun = await count();
    const seen = await Promise.all(times(20, () => add().then(() => database.revision())));
    assert.equal(new Set(seen).size, 1);
    assert.equal(await count(), begun + 20);
  });

  it('have not ended before anybody else can read what they did', async () => {
    const counts = await Promise.all(times(200, () => add().then(async value => (await count()) - value)));
    assert.ok(counts.every(ahead => ahead >= 0));
  });

  it('are undone one by one', async () => {
    const begun = await count();
    const uneven = (n: number) =>
      database.transaction(async writes => {
        await advance(writes, counter);
        if (n % 2 === 1) throw new Error('uneven');
      });
    const ends = await Promise.allSettled(times(20, uneven));
    assert.deepEqual(
      ends.map(({ status }) => status),
      times(20, n => (n % 2 === 1 ? 'rejected' : 'fulfilled')),
    );
    assert.equal(await count(), begun + 10);
  });

  it('have all failed when the commit fails, and the next ones are not hurt', async () => {
    const begun = await count();
    const orphan = database.transaction(async writes => {
      await sql`pragma defer_foreign_keys = on`.execute(writes);
      await sql`insert into stars (gist_n, person_id, created_at) values (4711, '1', 0)`.execute(writes);
    });
    const ends = await Promise.allSettled([add(), orphan, add()]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(await count(), begun);
    assert.equal(await add(), begun + 1);
  });

  it('are finished before the store is closed', async () => {
    const begun = await count();
    const another = openSqlite(join(folder, 'stardesk.db'));
    const under = Promise.withResolvers<void>();
    const adding = another.transaction(writes => {
      under.resolve();
      return advance(writes, counter);
    });
    await under.promise;
    await another.close();
    assert.equal(await adding, begun + 1);
    assert.equal(await count(), begun + 1);
  });
});
