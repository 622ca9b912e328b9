import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { states } from '#contract/vocabulary';
import type { Database, Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { type Page, type Place, readPage } from '../database/page.ts';
import { readCounts } from '../database/ticket-counts.ts';
import { rankOf } from '../database/values.ts';
import { conditionsOf, type TicketQuery } from './list/conditions.ts';
import { restrictions } from './list/gather.ts';
import { latestTime } from './list/latest-time.ts';
import type { Reading, Tuning } from './list/reading.ts';
import { scanTickets } from './list/scan.ts';
import { wantedOf } from './list/wanted.ts';
import type { TicketRow } from './shape.ts';

export type { TicketQuery };

/** A list of tickets as one person asks for it. */
export type TicketsWanted = { query: TicketQuery; personId: string };

const measured: Tuning = { few: 300, steps: 300 };

/** Counting stops here: beyond it a number says no more. */
const countCap = 10_000;

/** One page of tickets. */
export const readTickets = async (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  { query, personId }: TicketsWanted,
  place: Place,
  limit: number,
  tuning = measured,
): Promise<Page<TicketRow>> => {
  const conditions = conditionsOf(query, personId);
  const scan = conditions === null ? async () => [] : scanTickets({ queries, search, conditions, tuning });
  return readPage(scan, sortColumns(query.sort), place, limit);
};

/** How many tickets match: exactly and at once while at most their state is asked for, else up to 10,000. */
export const countTickets = async (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  { query, personId }: TicketsWanted,
): Promise<{ count: number; exact: boolean }> => {
  const ofStates = countedStates(query);
  if (ofStates !== null) return { count: await readCounts(queries, ofStates), exact: true };
  const conditions = conditionsOf(query, personId);
  if (conditions === null) return { count: 0, exact: true };
  const counted = await counting({ queries, search, conditions });
  const some = sql<{ count: number }>`
    select count(*) as count from (select 1 from ${counted} limit ${sql.lit(countCap + 1)}) as matching`;
  const { count = 0 } = (await some.execute(queries)).rows[0] ?? {};
  return { count: Math.min(count, countCap), exact: count <= countCap };
};

/** Where to count: in the search index alone where it tells everything, in the indexes of the table where it tells nothing. */
const counting = async ({ queries, search, conditions }: Omit<Reading, 'tuning'>): Promise<RawBuilder<unknown>> => {
  const { phrases, filters, since } = conditions;
  const rows: RawBuilder<SqlBool>[] = restrictions(conditions, since);
  if (phrases.length + filters.length === 0) return sql`tickets where ${sql.join(rows, sql` and `)}`;
  const latest = await latestTime(queries, conditions);
  const found = sql`${search.matching(wantedOf(conditions, conditions, { latest, isSparing: false }))} as found`;
  if (Object.keys(since).length === 0) return found;
  return sql`${found} cross join tickets where ${sql.join([sql`tickets.n = found.n`, ...rows], sql` and `)}`;
};

/** Parameters that say how a list is written and ordered. Any other one narrows it. */
const notNarrowing = new Set(['state', 'sort', 'per_page', 'cursor', 'count', 'envelope', 'pretty', 'fields']);

/** The states whose tickets a query means, all of them; null when it narrows them further. */
const countedStates = (query: TicketQuery): number[] | null => {
  const narrowed = Object.entries(query).some(([name, value]) => value !== undefined && !notNarrowing.has(name));
  return narrowed ? null : (query.state ?? states).map(state => rankOf(states, state));
};
