import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { type Database, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createTestDatabase } from './postgres.ts';

/** An empty, migrated database of one suite's own, and how to be rid of it. */
type Opened = { database: Database; remove(): Promise<void> };

const openEmpty: Record<Database['engine'], () => Promise<Opened>> = {
  async sqlite() {
    const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-'));
    const database = openDatabase({ dataDir });
    return { database, remove: () => rm(dataDir, { recursive: true }) };
  },
  async postgres() {
    const { databaseUrl, drop } = await createTestDatabase();
    return { database: openDatabase({ dataDir: '', databaseUrl }), remove: drop };
  },
};

/** Runs a suite once on each engine; `database()` is the suite's own store, open from its first `before` on. */
export const forEachEngine = (suite: (database: () => Database) => void): void => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    describe(engine, () => {
      let opened: Opened | undefined;
      before(async () => {
        opened = await openEmpty[engine]();
        await migrate(opened.database, Date.now);
      });
      after(async () => {
        await opened?.database.close();
        await opened?.remove();
      });
      suite(() => {
        if (opened === undefined) throw new Error('The store is opened by a hook: ask for it inside a test or hook.');
        return opened.database;
      });
    });
  }
};
