import { sql } from 'kysely';
import { states } from '#contract/vocabulary';
import { changesOf, maxDecimal } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import type { CounterName } from '../database/schema.ts';
import { readCounts } from '../database/ticket-counts.ts';
import { type Check, type Finding, rowsCheck, wholeCheck } from './check.ts';
import { within } from './walk.ts';

const counted = [
  ['tickets', 'ticket'],
  ['messages', 'message'],
  ['gists', 'gist'],
  ['views', 'view'],
  ['people', 'person'],
] as const;

const inStates = wholeCheck(
  { name: 'counts', holds: 'Of each state the desk counts as many tickets as there are.' },
  async queries => {
    const rows = await queries
      .selectFrom('tickets')
      .select(({ fn }) => ['state', fn.countAll<number>().as('there')])
      .groupBy('state')
      .execute();
    const findings: Finding[] = [];
    for (const [rank, state] of states.entries()) {
      const there = rows.find(row => row.state === rank)?.there ?? 0;
      const said = await readCounts(queries, [rank]);
      if (said !== there)
        findings.push(wrong(`tickets.in_state.${rank}`, `is ${said}, but ${there} tickets are ${state}`));
    }
    return findings;
  },
);

const ids: Check[] = counted.map(([table, kind]) =>
  rowsCheck(
    { name: 'ids', holds: 'Counters of ids are past every number that was given out.' },
    table,
    async (queries, span) => {
      const name = `${kind}.id` as const;
      const last = await changesOf(queries, name);
      const rows = await sql<{ id: string }>`select id from ${sql.table(table)} where ${within('n', span)}`.execute(
        queries,
      );
      const highest = Math.max(0, ...rows.rows.map(({ id }) => numberOf(id)));
      return highest > last ? [wrong(name, `is ${last}, but there is a ${kind} ${highest}`)] : [];
    },
  ),
);

/** The number that a counter has to be past, or 0. */
const numberOf = (id: string): number => {
  const number = /^[1-9][0-9]{0,9}$/.test(id) ? Number(id) : 0;
  return number < maxDecimal ? number : 0;
};

const changes = wholeCheck(
  { name: 'changes', holds: 'A collection has changed at least as often as it has things.' },
  async queries => {
    const findings: Finding[] = [];
    for (const [table] of counted) {
      const name = `${table}.changes` as const;
      const [times, there] = [await changesOf(queries, name), await countOf(queries, table)];
      if (times < there) findings.push(wrong(name, `is ${times}, but ${there} rows are in ${table}`));
    }
    return findings;
  },
);

const countOf = async (queries: Queries, table: string): Promise<number> =>
  (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(queries)).rows[0]?.rows ?? 0;

const wrong = (name: CounterName, what: string): Finding => ({
  table: 'counters',
  id: name,
  sentence: `Counter ${name} ${what}.`,
});

export const counters: Check[] = [inStates, ...ids, changes];
