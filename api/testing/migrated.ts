import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

// Migrating takes ten times as long as copying what is migrated, so that is done once in a process.
let file: Promise<Buffer> | undefined;
let postgres: Promise<TestDatabase> | undefined;

/** The SQLite file of a store that holds nothing yet. */
export const migratedFile = (): Promise<Buffer> => {
  file ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-'));
    await migrateAt({ dataDir });
    const path = join(dataDir, 'stardesk.db');
    const written = new DatabaseSync(path);
    written.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    written.close();
    const bytes = await readFile(path);
    await rm(dataDir, { recursive: true });
    return bytes;
  })();
  return file;
};

/** The same on PostgreSQL, to copy: nobody is connected to it. It goes with the server. */
export const migratedPostgres = (): Promise<TestDatabase> => {
  postgres ??= (async () => {
    const database = await createTestDatabase();
    await migrateAt({ dataDir: '', databaseUrl: database.databaseUrl });
    return database;
  })();
  return postgres;
};

const migrateAt = async (place: Parameters<typeof openDatabase>[0]): Promise<void> => {
  const database = openDatabase(place);
  await migrate(database, Date.now);
  await database.close();
};
