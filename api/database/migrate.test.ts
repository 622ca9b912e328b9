import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { isMigrated, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

forEachEngine(
  (database, openAgain) => {
    it('applies each migration once on two connections at the same time', async () => {
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
  },
  { migrated: false },
);
