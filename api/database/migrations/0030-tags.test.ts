import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../../testing/engines.ts';
import { tags } from './0030-tags.ts';
import { migrations } from './index.ts';

/** Tickets of an older store: tags and time. */
const tickets = [
  ['["vat","billing"]', 30],
  ['["billing"]', 10],
  ['["vat","billing"]', 20],
  ['[]', 5],
] as const;

forEachEngine(
  database => {
    it('0030 adds a row for each tag, with its count and the times of its first and last ticket', async () => {
      const rows = await database().transaction(async writes => {
        for (const { up } of migrations.slice(0, migrations.indexOf(tags))) await up(writes, database().engine);
        for (const [index, [list, at]] of tickets.entries())
          await sql`insert into tickets (id, version, created_at, updated_at, subject, description, state, priority,
              tags, closed_at, messages_count, last_message_at, awaiting_reply, created_by)
            values (${`t-${index}`}, 1, ${at}, ${at}, 'A', '', 0, 1, ${list}, 0, 0, 0, 1, '1')`.execute(writes);
        await tags.up(writes, database().engine);
        if (database().engine === 'postgres') {
          const locked = sql`select 1 from pg_locks where relation = 'tickets'::regclass and mode = 'ShareLock'`;
          assert.equal((await locked.execute(writes)).rows.length, 1);
        }
        return writes.selectFrom('tags').selectAll().orderBy('id').execute();
      });
      assert.deepEqual(
        rows.map(({ id, tickets, created_at, updated_at, description }) => [
          id,
          tickets,
          created_at,
          updated_at,
          description,
        ]),
        [
          ['billing', 3, 10, 30, ''],
          ['vat', 2, 20, 30, ''],
        ],
      );
    });
  },
  { migrated: false },
);
