import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine, oneEngine } from '../testing/engines.ts';
import { resourceTables } from './resources.ts';

forEachEngine(
  database => {
    it('"desk check" checks every smallint column of a resource, except mails.attempts', async () => {
      const unnamed: string[] = [];
      for (const { table, enumColumns, booleanColumns } of resourceTables) {
        const columns = sql<{ name: string }>`select name from pragma_table_info(${table}) where type = 'smallint'`;
        const named = new Set<string>([...Object.keys(enumColumns), ...booleanColumns]);
        const { rows } = await columns.execute(database().read);
        unnamed.push(...rows.filter(({ name }) => !named.has(name)).map(({ name }) => `${table}.${name}`));
      }
      // A number, not an enum.
      assert.deepEqual(unnamed, ['mails.attempts']);
    });
  },
  { engines: oneEngine },
);
