import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { isMigrated, migrate, NewerDatabaseError } from './migrate.ts';
import { migrations } from './migrations/index.ts';

forEachEngine(
  (database, openAgain) => {
    it('applies each migration once when two processes start together', async () => {
      const other = openAgain();
      const applied = await Promise.all([migrate(database(), Date.now), migrate(other, Date.now)]);
      await other.close();
      assert.deepEqual(
        applied.flat().sort(),
        migrations.map(({ name }) => name),
      );
      assert.equal(await isMigrated(database()), true);
    });

    it('applies nothing the second time', async () => {
      assert.deepEqual(await migrate(database(), Date.now), []);
    });

    it('rejects a database changed by a newer version, with advice', async () => {
      await database().transaction(writes =>
        writes.insertInto('migrations').values({ name: '9999-from-the-future', applied_at: 0 }).execute(),
      );
      await assert.rejects(
        () => migrate(database(), Date.now),
        (error: unknown) => error instanceof NewerDatabaseError && /9999-from-the-future.*backup/.test(error.message),
      );
    });
  },
  { migrated: false },
);
