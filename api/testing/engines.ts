import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import type { DatabaseProfile } from '../database/profile.ts';
import { getMigratedFile, getMigratedPostgres } from './migrated-stores.ts';
import { createTestDatabase, testProfile } from './postgres.ts';

/** Environment variables that select the store of an API process. */
export type StoreEnvironment = { DATA_DIR: string; DATABASE_URL?: string; DATABASE_PROFILE?: DatabaseProfile };

/** A database for one suite; `openAgain` opens a second connection, like a second process. */
type Opened = { database: Database; openAgain(): Database; environment: StoreEnvironment; remove(): Promise<void> };

const open: Record<Database['engine'], (migrated: boolean) => Promise<Opened>> = {
  async sqlite(migrated) {
    const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-'));
    if (migrated) await writeFile(join(dataDir, 'stardesk.db'), await getMigratedFile(), { mode: 0o600 });
    const openAgain = () => openDatabase({ dataDir });
    const environment = { DATA_DIR: dataDir };
    return { database: openAgain(), openAgain, environment, remove: () => rm(dataDir, { recursive: true }) };
  },
  async postgres(migrated) {
    const { databaseUrl, drop } = await createTestDatabase(migrated ? await getMigratedPostgres() : undefined);
    const openAgain = () => openDatabase({ dataDir: '', databaseUrl, databaseProfile: testProfile });
    const environment = { DATA_DIR: tmpdir(), DATABASE_URL: databaseUrl, DATABASE_PROFILE: testProfile };
    return { database: openAgain(), openAgain, environment, remove: drop };
  },
};

/** Opens a new store, migrated or empty. */
export const openStore = (engine: Database['engine'], migrated: boolean): Promise<Opened> => open[engine](migrated);

export type Engines = readonly Database['engine'][];

/** For suites that depend on SQL. */
export const bothEngines: Engines = ['sqlite', 'postgres'];

/** For suites about parsing, formatting or HTTP, which do not depend on the engine. Takes less than half the time. */
export const oneEngine: Engines = ['sqlite'];

/**
 * Runs a suite once per engine. `database()` returns the suite's own store, available from its first `before`. The store
 * is empty if `migrated` is false. `openAgain()` opens a second connection, which the suite has to close.
 * `environment()` is for processes on that store.
 */
export const forEachEngine = (
  suite: (database: () => Database, openAgain: () => Database, environment: () => StoreEnvironment) => void,
  { migrated = true, engines = bothEngines } = {},
): void => {
  for (const engine of engines) {
    describe(engine, () => {
      let opened: Opened | undefined;
      before(async () => {
        opened = await openStore(engine, migrated);
      });
      after(async () => {
        await opened?.database.close();
        await opened?.remove();
      });
      const store = (): Opened => {
        if (opened === undefined) throw new Error('A hook opens the store: call this inside a test or hook.');
        return opened;
      };
      suite(
        () => store().database,
        () => store().openAgain(),
        () => store().environment,
      );
    });
  }
};
