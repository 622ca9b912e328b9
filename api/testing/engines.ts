import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { createTestDatabase } from './postgres.ts';

/** An empty database of one suite's own, how to open it once more as another process would, and how to be rid of it. */
type Opened = { database: Database; openAgain(): Database; remove(): Promise<void> };

const openEmpty: Record<Database['engine'], () => Promise<Opened>> = {
  async sqlite() {
    const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-'));
    const openAgain = () => openDatabase({ dataDir });
    return { database: openAgain(), openAgain, remove: () => rm(dataDir, { recursive: true }) };
  },
  async postgres() {
    const { databaseUrl, drop } = await createTestDatabase();
    const openAgain = () => openDatabase({ dataDir: '', databaseUrl });
    return { database: openAgain(), openAgain, remove: drop };
  },
};

/**
 * Runs a suite once on each engine; `database()` is the suite's own store, open and migrated from its first `before` on,
 * and `openAgain()` a further connection to it, which the suite closes itself.
 */
export const forEachEngine = (
  suite: (database: () => Database, openAgain: () => Database) => void,
  { migrated = true } = {},
): void => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    describe(engine, () => {
      let opened: Opened | undefined;
      before(async () => {
        opened = await openEmpty[engine]();
        if (migrated) await migrate(opened.database, Date.now);
      });
      after(async () => {
        await opened?.database.close();
        await opened?.remove();
      });
      const store = (): Opened => {
        if (opened === undefined) throw new Error('The store is opened by a hook: ask for it inside a test or hook.');
        return opened;
      };
      suite(
        () => store().database,
        () => store().openAgain(),
      );
    });
  }
};
