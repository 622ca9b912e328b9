import { sql } from 'kysely';
import { states } from '#contract/enums';
import { firstUncountedId, readCounter } from '../database/counters.ts';
import { permanentTables } from '../database/resources.ts';
import type { CounterName } from '../database/schema.ts';
import { readTicketCount } from '../database/ticket-counts.ts';
import { type Check, type CheckFinding, createRowsCheck, createSnapshotCheck, createTextKeyCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const stateCounts = createSnapshotCheck(
  { name: 'counts', rule: 'The ticket counter of each state matches its tickets.' },
  async queries => {
    const rows = await queries
      .selectFrom('tickets')
      .select(({ fn }) => ['state', fn.countAll<number>().as('actual')])
      .groupBy('state')
      .execute();
    const findings: CheckFinding[] = [];
    for (const [index, state] of states.entries()) {
      const actual = rows.find(row => row.state === index)?.actual ?? 0;
      const count = await readTicketCount(queries, [index]);
      if (count !== actual)
        findings.push(
          createFinding(`tickets.in_state.${index}`, `is ${count}, but the number of ${state} tickets is ${actual}`),
        );
    }
    return findings;
  },
);

/** The ids of tags are names, which no counter assigns. */
const countedTables = permanentTables.filter(({ name }) => name !== 'tag');

const ids: Check[] = countedTables.map(({ name: kind, table }) =>
  createRowsCheck(
    { name: 'ids', rule: 'Every id counter is at least the highest assigned id.' },
    table,
    async (queries, span) => {
      const name = `${kind}.id` as const;
      const last = await readCounter(queries, name);
      const rows = await sql<{ id: string }>`select id from ${sql.table(table)} where ${isInSpan('n', span)}`.execute(
        queries,
      );
      const highest = Math.max(0, ...rows.rows.map(({ id }) => toCountedId(id)));
      return highest > last ? [createFinding(name, `is ${last}, but there is a ${kind} ${highest}`)] : [];
    },
  ),
);

/** Parses an id that an id counter covers; returns 0 for any other id. */
const toCountedId = (id: string): number => {
  const number = /^[1-9][0-9]{0,9}$/.test(id) ? Number(id) : 0;
  return number < firstUncountedId ? number : 0;
};

/** The minimum value of a change counter, as SQL and in words. */
const minimumChanges = {
  rows: { sum: 'count(*)', describe: (table: string) => `the number of ${table}` },
  versions: { sum: 'sum(version)', describe: (table: string) => `the sum of the versions of ${table}` },
};

const changes = createSnapshotCheck(
  { name: 'changes', rule: 'The change counter of a collection covers all changes of its rows.' },
  async queries => {
    const findings: CheckFinding[] = [];
    for (const { table, changes: counts } of permanentTables) {
      const name = `${table}.changes` as const;
      const { sum, describe } = minimumChanges[counts];
      const rows = sql<{ sum: number | null }>`select ${sql.raw(sum)} as sum from ${sql.table(table)}`;
      const [counted, actual] = [await readCounter(queries, name), (await rows.execute(queries)).rows[0]?.sum ?? 0];
      if (counted < actual) findings.push(createFinding(name, `is ${counted}, but ${describe(table)} is ${actual}`));
    }
    return findings;
  },
);

/**
 * Checks that the person of each counter exists. Ignores the values: sample data adds stars without changing counters.
 */
const personal = createTextKeyCheck(
  { name: 'personal', rule: 'Counters of stars and watched tickets belong to existing people.' },
  'counters',
  'name',
  async (queries, span) => {
    const orphans = sql<{ name: CounterName }>`
      select name from counters where ${isInSpan('name', span)} and (name like 'stars.%' or name like 'watching.%')
        and not exists (
          select 1 from people where counters.name in ('stars.' || people.id, 'watching.' || people.id))`;
    return (await orphans.execute(queries)).rows.map(({ name }) =>
      createFinding(name, 'belongs to a person who does not exist'),
    );
  },
);

const createFinding = (name: CounterName, problem: string): CheckFinding => ({
  table: 'counters',
  id: name,
  sentence: `Counter ${name} ${problem}.`,
});

export const counterChecks: Check[] = [stateCounts, ...ids, changes, personal];
