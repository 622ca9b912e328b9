import { sql } from 'kysely';
import { readTagUse } from '../ticket-tags.ts';
import { resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

/**
 * Adds the tags, from the tickets that have them. On PostgreSQL, processes of the older version may still run: the lock
 * waits for their open transactions, so that each ticket is counted.
 */
export const tags: Migration = {
  name: '0030-tags',
  up: async (writes, engine) => {
    await run(
      writes,
      `create table tags (
        ${resourceColumns(engine)},
        description text not null,
        tickets integer not null,
        removing smallint not null default 0,
        merged_into text,
        removal_total integer not null default 0,
        removed_by text,
        removed_with text,
        deleted smallint not null default 0)`,
      'create unique index tags_id on tags (id)',
    );
    if (engine === 'postgres') await run(writes, 'lock table tickets in share mode');
    const uses = await readTagUse(writes);
    for (const [id, { tickets, first, last }] of uses)
      await sql`insert into tags (id, version, created_at, updated_at, description, tickets)
        values (${id}, 1, ${first}, ${last}, '', ${tickets})`.execute(writes);
    if (uses.size > 0)
      await sql`insert into counters (name, value) values ('tags.changes', ${uses.size})`.execute(writes);
  },
};
