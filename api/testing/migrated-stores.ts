import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { createTestDatabase, type TestDatabase, testProfile } from './postgres.ts';

// Migrating takes ten times as long as copying a migrated store.
let file: Promise<Buffer> | undefined;
let postgres: Promise<TestDatabase> | undefined;

/** Returns the SQLite file of an empty, migrated store. */
export const getMigratedFile = (): Promise<Buffer> => {
  file ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-'));
    await migrateAt({ dataDir });
    const path = join(dataDir, 'stardesk.db');
    const source = new DatabaseSync(path);
    source.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    source.close();
    const bytes = await readFile(path);
    await rm(dataDir, { recursive: true });
    return bytes;
  })();
  return file;
};

/** Returns an empty, migrated PostgreSQL template without connections. It is removed with the server. */
export const getMigratedPostgres = (): Promise<TestDatabase> => {
  postgres ??= (async () => {
    const database = await createTestDatabase();
    await migrateAt({ dataDir: '', databaseUrl: database.databaseUrl, databaseProfile: testProfile });
    return database;
  })();
  return postgres;
};

const migrateAt = async (options: Parameters<typeof openDatabase>[0]): Promise<void> => {
  const database = openDatabase(options);
  await migrate(database, Date.now);
  await database.close();
};
