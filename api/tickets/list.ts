import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { states } from '#contract/vocabulary';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Database, Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { type KeysetPage, type PageAnchor, readPage } from '../database/page.ts';
import { readTicketCount } from '../database/ticket-counts.ts';
import { conditionsOf, type TicketQuery } from './list/conditions.ts';
import { restrictions } from './list/gather.ts';
import { latestTime } from './list/latest-time.ts';
import type { Reading, Tuning } from './list/reading.ts';
import { scanTickets } from './list/scan.ts';
import { wantedOf } from './list/wanted.ts';
import type { TicketRow } from './shape.ts';

export type { TicketQuery };

/** A query for tickets, and the person who sends it. */
export type TicketsWanted = { query: TicketQuery; personId: string };

const measuredTuning: Tuning = { few: 300, steps: 300 };

/** Counting stops here, which bounds its cost. */
const countCap = 10_000;

/** Reads one page of tickets. */
export const readTickets = async (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  { query, personId }: TicketsWanted,
  place: PageAnchor,
  limit: number,
  tuning = measuredTuning,
): Promise<KeysetPage<TicketRow>> => {
  const conditions = conditionsOf(query, personId);
  const scan = conditions === null ? async () => [] : scanTickets({ queries, search, conditions, tuning });
  return readPage(scan, sortColumns(query.sort), place, limit);
};

/** Counts the matching tickets: from counters if only states are filtered, otherwise up to 10,000. */
export const countTickets = async (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  { query, personId }: TicketsWanted,
): Promise<{ count: number; exact: boolean }> => {
  const countedByState = countedStates(query);
  if (countedByState !== null) return { count: await readTicketCount(queries, countedByState), exact: true };
  const conditions = conditionsOf(query, personId);
  if (conditions === null) return { count: 0, exact: true };
  const matching = await fromMatching({ queries, search, conditions });
  const counting = sql<{ count: number }>`
    select count(*) as count from (select 1 from ${matching} limit ${sql.lit(countCap + 1)}) as matching`;
  const { count = 0 } = (await counting.execute(queries)).rows[0] ?? {};
  return { count: Math.min(count, countCap), exact: count <= countCap };
};

/** Builds the cheapest `from` clause: the search index, the table's indexes, or both joined. */
const fromMatching = async ({ queries, search, conditions }: Omit<Reading, 'tuning'>): Promise<RawBuilder<unknown>> => {
  const { phrases, filters, since } = conditions;
  const rows: RawBuilder<SqlBool>[] = restrictions(conditions, since);
  if (phrases.length + filters.length === 0) return sql`tickets where ${sql.join(rows, sql` and `)}`;
  const latest = await latestTime(queries, conditions);
  const found = sql`${search.matching(wantedOf(conditions, conditions, { latest, isSparing: false }))} as found`;
  if (Object.keys(since).length === 0) return found;
  return sql`${found} cross join tickets where ${sql.join([sql`tickets.n = found.n`, ...rows], sql` and `)}`;
};

/** The state and the parameters that only order or format a list. Any other parameter filters it. */
const nonFilters = new Set(['state', 'sort', 'per_page', 'cursor', 'count', 'envelope', 'pretty', 'fields']);

/** Returns the states to count; null if the query has other filters. */
const countedStates = (query: TicketQuery): number[] | null => {
  const isFiltered = Object.entries(query).some(([name, value]) => value !== undefined && !nonFilters.has(name));
  return isFiltered ? null : (query.state ?? states).map(state => encodeEnum(states, state));
};
