import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../testing/engines.ts';
import { backupTables, excludedTables } from './tables.ts';

const listTables = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  postgres: sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`,
};

forEachEngine(database => {
  describe('the tables of a backup', () => {
    it('include every table except the deliberately excluded tables', async () => {
      const { read, engine } = database();
      const { rows } = await listTables[engine].execute(read);
      const known = [...backupTables.map(({ name }) => name), ...excludedTables];
      // FTS5 stores its index in shadow tables.
      const existing = rows.map(({ name }) => name).filter(name => !name.startsWith('ticket_search_'));
      assert.deepEqual(
        existing.filter(name => !known.includes(name)),
        [],
      );
      for (const { name } of backupTables) assert.ok(existing.includes(name), name);
    });

    it('include watches, notifications and their cursor, and exclude presence', () => {
      const notifications = ['watchers', 'notifications', 'notification_preferences', 'cursors'];
      assert.deepEqual(
        [...notifications, 'presence'].filter(name => excludedTables.includes(name)),
        ['presence'],
      );
    });
  });
});
