import { sql } from 'kysely';
import { dependentTables, resourceTables } from '../database/resources.ts';
import { type Check, createRowsCheck, createTextKeyCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const description = { name: 'people', rule: 'Every person id in a row belongs to a person.' };

/** Columns with a person id or null. */
const personColumns = [
  ...resourceTables.flatMap(({ table, personColumns: columns }) => columns.map(column => ({ table, column }))),
  { table: 'events', column: 'person_id' },
  { table: 'events', column: 'private_to' },
] as const;

/** Columns with the id of a person, in tables without an id column. */
const personKeys = [
  ...dependentTables.flatMap(({ table, personKeyColumns: columns }) => columns.map(column => ({ table, column }))),
  { table: 'oauth_records', column: 'account_id' },
];

export const referenceChecks: Check[] = [
  ...personColumns.map(({ table, column }) =>
    createRowsCheck(description, table, async (queries, span) => {
      const id = table === 'events' ? 'n' : 'id';
      const orphans = sql<{ id: string | number; person: string }>`
        select ${sql.ref(`${table}.${id}`)} as id, ${sql.ref(`${table}.${column}`)} as person
        from ${sql.table(table)} left join people on people.id = ${sql.ref(`${table}.${column}`)}
        where ${isInSpan(`${table}.n`, span)} and ${sql.ref(`${table}.${column}`)} is not null and people.id is null`;
      return (await orphans.execute(queries)).rows.map(row => createFinding(table, String(row.id), column, row.person));
    }),
  ),
  ...personKeys.map(({ table, column }) =>
    createTextKeyCheck(description, table, column, async (queries, span) => {
      const orphans = sql<{ person: string; rows: number }>`
        select ${sql.ref(`${table}.${column}`)} as person, count(*) as rows
        from ${sql.table(table)} left join people on people.id = ${sql.ref(`${table}.${column}`)}
        where ${isInSpan(`${table}.${column}`, span)} and people.id is null group by ${sql.ref(`${table}.${column}`)}`;
      return (await orphans.execute(queries)).rows.map(({ person }) => createFinding(table, person, column, person));
    }),
  ),
];

const createFinding = (table: string, id: string, column: string, person: string) => ({
  table,
  id,
  sentence: `${table} ${id}: ${column} refers to person ${person}, who does not exist.`,
});
