import { sql } from 'kysely';
import { type Check, rowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const about = { name: 'tombstones', rule: 'No resource with a tombstone exists.' };

const kinds = [
  ['tickets', 'ticket', sql`tickets.id`],
  ['messages', 'message', sql`(select id from tickets where n = messages.ticket_n) || '/' || messages.id`],
  ['gists', 'gist', sql`gists.id`],
  ['views', 'view', sql`views.id`],
] as const;

export const tombstones: Check[] = kinds.map(([table, kind, key]) =>
  rowsCheck(about, table, async (queries, span) => {
    const existing = sql<{ id: string }>`
      select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)}
      where ${isInSpan(`${table}.n`, span)}
        and exists (select 1 from tombstones where tombstones.kind = ${kind} and tombstones.key = ${key})`;
    return (await existing.execute(queries)).rows.map(({ id }) => ({
      table,
      id,
      sentence: `${table} ${id}: it has a tombstone but still exists.`,
    }));
  }),
);
