import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../../testing/engines.ts';
import { clients } from './0032-clients.ts';
import { migrations } from './index.ts';

forEachEngine(
  database => {
    it('0032 gives existing clients a version and their client_id as id, and numbers them from the oldest client', async () => {
      const { rows, counter } = await database().transaction(async writes => {
        for (const { up } of migrations.slice(0, migrations.indexOf(clients))) await up(writes, database().engine);
        for (const [id, at] of [
          ['b', 20],
          ['a', 10],
        ])
          await sql`insert into oauth_clients (client_id, name, secret_hash, old_secret_hash, old_secret_until, metadata,
              scopes, rate_limit, created_at)
            values (${id}, 'Night Shift', 'hash', 'old', 99, '{}', 'tickets:read', 5, ${at})`.execute(writes);
        await clients.up(writes, database().engine);
        const counters = sql<{ value: number }>`select value from counters where name = 'clients.changes'`;
        return {
          rows: await writes.selectFrom('clients').selectAll().orderBy('n').execute(),
          counter: (await counters.execute(writes)).rows,
        };
      });
      const fields = {
        ...{ version: 1, name: 'Night Shift', secret_hash: 'hash', old_secret_hash: 'old', old_secret_until: 99 },
        ...{ metadata: '{}', scopes: 'tickets:read', rate_limit: 5 },
      };
      assert.deepEqual(
        rows.map(row => ({ ...row })),
        [
          { n: 1, id: 'a', created_at: 10, updated_at: 10, ...fields },
          { n: 2, id: 'b', created_at: 20, updated_at: 20, ...fields },
        ],
      );
      assert.deepEqual(
        counter.map(({ value }) => value),
        [2],
      );
    });
  },
  { migrated: false },
);
