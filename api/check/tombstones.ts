import { sql } from 'kysely';
import { isDeletable, type ResourceName, resources } from '#contract/resources';
import { permanentTables } from '../database/resources.ts';
import { type Check, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const description = { name: 'tombstones', rule: 'No resource with a tombstone exists.' };

export const tombstoneChecks: Check[] = permanentTables
  .filter(({ name }) => isDeletable(name))
  .map(({ name, table }) =>
    createRowsCheck(description, table, async (queries, span) => {
      const existing = sql<{ id: string }>`
      select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)}
      where ${isInSpan(`${table}.n`, span)}
        and exists (select 1 from tombstones where tombstones.kind = ${name} and tombstones.key = ${tombstoneKey(name)})`;
      return (await existing.execute(queries)).rows.map(({ id }) => ({
        table,
        id,
        sentence: `${table} ${id}: it has a tombstone but still exists.`,
      }));
    }),
  );

/** Returns the tombstone key of a row. The key is the row's id, preceded by the id of its parent, if it has one. */
const tombstoneKey = (name: ResourceName) => {
  const { collection, parent } = resources[name];
  const id = sql.ref(`${collection}.id`);
  if (parent === null) return id;
  const parentId = sql`select id from ${sql.table(resources[parent].collection)} where n = ${sql.ref(`${collection}.${parent}_n`)}`;
  return sql`(${parentId}) || '/' || ${id}`;
};
