import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../../testing/engines.ts';
import { clientChanges } from './0014-client-changes.ts';
import { migrations } from './index.ts';

forEachEngine(
  database => {
    it('0014 copies the scopes of existing clients to the new column', async () => {
      const scopes = await database().transaction(async writes => {
        for (const { up } of migrations.slice(0, migrations.indexOf(clientChanges)))
          await up(writes, database().engine);
        for (const granted of [['tickets:read', 'gists:write'], ['people:read']]) {
          const metadata = JSON.stringify({ redirect_uris: [], policy: { firstParty: false, scopes: granted } });
          await sql`insert into oauth_clients (client_id, name, metadata, created_at)
            values (${granted[0]}, 'Night Shift', ${metadata}, 0)`.execute(writes);
        }
        await clientChanges.up(writes, database().engine);
        const stored = sql<{ scopes: string }>`select scopes from oauth_clients order by client_id`;
        return (await stored.execute(writes)).rows;
      });
      assert.deepEqual(
        scopes.map(row => row.scopes),
        ['people:read', 'tickets:read gists:write'],
      );
    });
  },
  { migrated: false },
);
