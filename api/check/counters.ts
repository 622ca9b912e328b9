import { sql } from 'kysely';
import { states } from '#contract/vocabulary';
import { changesOf, maxDecimal } from '../database/counters.ts';
import type { CounterName } from '../database/schema.ts';
import { readCounts } from '../database/ticket-counts.ts';
import { type Check, type Finding, rowsCheck, textKeyCheck, wholeCheck } from './check.ts';
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

/** What a collection has changed for at the least: each thing, and each version of what is made one by one only. */
const leastChanges = [
  ['tickets', 'count(*)', 'rows are in tickets'],
  ['messages', 'count(*)', 'rows are in messages'],
  ['gists', 'sum(version)', 'versions are those of gists'],
  ['views', 'sum(version)', 'versions are those of views'],
  ['people', 'sum(version)', 'versions are those of people'],
] as const;

const changes = wholeCheck(
  { name: 'changes', holds: 'A collection has changed at least as often as its things.' },
  async queries => {
    const findings: Finding[] = [];
    for (const [table, least, what] of leastChanges) {
      const name = `${table}.changes` as const;
      const sum = sql<{ sum: number | null }>`select ${sql.raw(least)} as sum from ${sql.table(table)}`;
      const [times, there] = [await changesOf(queries, name), (await sum.execute(queries)).rows[0]?.sum ?? 0];
      if (times < there) findings.push(wrong(name, `is ${times}, but ${there} ${what}`));
    }
    return findings;
  },
);

/** A sample brings stars along without a change, so their number tells nothing of the counter. */
const stars = textKeyCheck(
  { name: 'stars', holds: 'Changes of stars are counted for people of the desk.' },
  'counters',
  'name',
  async (queries, span) => {
    const lost = sql<{ name: CounterName }>`
      select name from counters where ${within('name', span)} and name like 'stars.%'
        and not exists (select 1 from people where 'stars.' || people.id = counters.name)`;
    return (await lost.execute(queries)).rows.map(({ name }) => wrong(name, 'counts for a person who does not exist'));
  },
);

const wrong = (name: CounterName, what: string): Finding => ({
  table: 'counters',
  id: name,
  sentence: `Counter ${name} ${what}.`,
});

export const counters: Check[] = [inStates, ...ids, changes, stars];
