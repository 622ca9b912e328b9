import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../testing/engines.ts';
import { isMigrated, migrate } from './migrate.ts';
import { searchWords } from './migrations/0016-search-words.ts';
import { migrations } from './migrations/index.ts';

const ticket = {
  ...{ id: '1', version: 1, created_at: 1000, updated_at: 2000, closed_at: 0, subject: 'Parcel', description: '' },
  ...{ customer_name: null, customer_email: null, assignee_id: null, state: 0, priority: 1, tags: '[]' },
  ...{ awaiting_reply: 0, messages_count: 0, last_message_at: 0, created_by: '1' },
};

forEachEngine(
  (database, openAgain) => {
    it('migrate applies each migration only once when two connections migrate at the same time', async () => {
      const other = openAgain();
      const applied = await Promise.all([migrate(database(), Date.now), migrate(other, Date.now)]);
      await other.close();
      assert.deepEqual(
        applied.flat().sort(),
        migrations.map(({ name }) => name),
      );
      assert.equal(await isMigrated(database()), true);
    });

    it('migrate applies nothing when every migration has been applied', async () => {
      assert.deepEqual(await migrate(database(), Date.now), []);
    });

    it('migrate reports the progress of a slow migration', async () => {
      const { transaction } = database();
      await transaction(async writes => {
        await sql`drop table search_words`.execute(writes);
        await writes.deleteFrom('migrations').where('name', '=', searchWords.name).execute();
        await writes.insertInto('tickets').values(ticket).execute();
      });
      let time = 0;
      const reports: unknown[] = [];
      const clock = () => {
        time += 5000;
        return time;
      };
      const applied = await migrate(database(), clock, (...report) => reports.push(report));
      assert.deepEqual([applied, reports], [[searchWords.name], [[{ done: 1, total: 1 }, 5]]]);
    });
  },
  { migrated: false },
);
