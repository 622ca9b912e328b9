import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { incrementCounter, readCounter } from './counters.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

describe('an SQLite store', () => {
  let dataDir = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-file-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  const advanceOnce = (database: Database) =>
    database.transaction(writes => incrementCounter(writes, 'tickets.changes'));

  it('selects distinct rows, and omits the clause that locks rows', async () => {
    const database = openDatabase({ dataDir });
    const counters = database.read.selectFrom('counters').select('name').distinct().forUpdate();
    assert.equal(counters.compile().sql.trim(), 'select distinct "name" from "counters"');
    await database.close();
  });

  it('leaves one complete file after closing, without a WAL or shm file', async () => {
    const database = openDatabase({ dataDir });
    await migrate(database, Date.now);
    await Promise.all([advanceOnce(database), readCounter(database.read, 'tickets.changes'), advanceOnce(database)]);
    await readCounter(database.read, 'tickets.changes');
    await database.close();
    assert.deepEqual(
      ['-wal', '-shm'].filter(suffix => existsSync(join(dataDir, `stardesk.db${suffix}`))),
      [],
    );
    const copy = join(dataDir, 'copy.db');
    await copyFile(join(dataDir, 'stardesk.db'), copy);
    const copied = new DatabaseSync(copy);
    assert.deepEqual(
      { ...copied.prepare("select value from counters where name = 'tickets.changes'").get() },
      { value: 2 },
    );
    copied.close();
  });

  it('syncs the WAL at each commit, so that committed data survives a power cut', async () => {
    const database = openDatabase({ dataDir });
    const level = database.transaction(async writes => {
      const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(writes);
      return rows[0]?.synchronous;
    });
    assert.equal(await level, 2);
    assert.deepEqual((await sql`pragma journal_mode`.execute(database.read)).rows, [{ journal_mode: 'wal' }]);
    await database.close();
  });
});
