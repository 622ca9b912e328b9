import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { states } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { readCounter } from '../database/counters.ts';
import type { Database, Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { type KeysetPage, type PageAnchor, readPage } from '../database/page.ts';
import { readTicketCount } from '../database/ticket-counts.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { type TicketQuery, toTicketConditions } from './list/conditions.ts';
import { readLatestTime } from './list/latest-time.ts';
import { toRowConditions } from './list/load-tickets.ts';
import type { ReadContext, Tuning } from './list/read-context.ts';
import { readSnippets } from './list/read-snippets.ts';
import { scanTickets } from './list/read-strategy.ts';
import { toSearchQuery } from './list/search-query.ts';
import { selectWatched } from './list/watched.ts';
import { getTicketCacheKey, type TicketRow, toTicket } from './representation.ts';

/** A query for tickets, and the person who sends it. */
type TicketListRequest = { query: TicketQuery; personId: string };

/** Describes the list of tickets to the request pipeline. */
export const ticketList = (
  database: Pick<Database, 'engine' | 'search'>,
  apiPublicUrl: string,
): ListDefinition<TicketQuery, TicketRow> => ({
  kind: 'ticket',
  validator: (queries, _pathParameters, { person }, query) => readQueryChanges(queries, person.id, query),
  isEqualForAll: ({ watching, assignee_id }) => watching === undefined && assignee_id !== 'me',
  page: (queries, { query, caller, anchor, limit }) =>
    readTicketPage(database, queries, { query, personId: caller.person.id }, anchor, limit),
  count: (queries, { query, caller }) => countTickets(database, queries, { query, personId: caller.person.id }),
  addMembers: (queries, { q, fields }, rows) =>
    fields?.includes('snippet') ? readSnippets(queries, q, rows).then(get => row => ({ snippet: get(row) })) : null,
  toRepresentation: toTicket(apiPublicUrl),
  getCacheKey: getTicketCacheKey,
});

/** Returns the number of changes of all tickets, as the validator of ticket lists and reports. */
export const readTicketChanges = async (queries: Queries): Promise<string> =>
  String(await readCounter(queries, 'tickets.changes'));

/** Returns the validator of ticket queries. With `watching`, it includes the changes of the person's watches. */
export const readQueryChanges = async (
  queries: Queries,
  personId: string,
  ...queried: readonly TicketQuery[]
): Promise<string> => {
  if (queried.every(({ watching }) => watching === undefined)) return readTicketChanges(queries);
  const reads = [readTicketChanges(queries), readCounter(queries, `watching.${personId}`)];
  return (await Promise.all(reads)).join('/');
};

const measuredTuning: Tuning = { few: 300, steps: 300 };

/** At most this many tickets are counted, which limits the cost. */
const countCap = 10_000;

/** Reads a page of tickets. Tests replace the measured `tuning`. */
export const readTicketPage = async (
  { engine, search }: Pick<Database, 'engine' | 'search'>,
  queries: Queries,
  { query, personId }: TicketListRequest,
  anchor: PageAnchor,
  limit: number,
  tuning = measuredTuning,
): Promise<KeysetPage<TicketRow>> => {
  const conditions = await toTicketConditions(queries, query, personId);
  const scan = conditions === null ? async () => [] : scanTickets({ engine, queries, search, conditions, tuning });
  return readPage(scan, sortColumns(query.sort), anchor, limit);
};

/**
 * Counts the matching tickets. Reads counters if the query has no filter except states; otherwise counts up to 10,000.
 */
export const countTickets = async (
  { search }: Pick<Database, 'search'>,
  queries: Queries,
  { query, personId }: TicketListRequest,
): Promise<{ count: number; exact: boolean }> => {
  const countedByState = getCountedStates(query);
  if (countedByState !== null) return { count: await readTicketCount(queries, countedByState), exact: true };
  const conditions = await toTicketConditions(queries, query, personId);
  if (conditions === null) return { count: 0, exact: true };
  const matching = await buildFromClause({ queries, search, conditions });
  const counting = sql<{ count: number }>`
    select count(*) as count from (select 1 from ${matching} limit ${sql.lit(countCap + 1)}) as matching`;
  const { count = 0 } = (await counting.execute(queries)).rows[0] ?? {};
  return { count: Math.min(count, countCap), exact: count <= countCap };
};

/** Builds the cheapest `from` clause: the search index, the table's indexes, or both joined. */
const buildFromClause = async ({
  queries,
  search,
  conditions,
}: Omit<ReadContext, 'engine' | 'tuning'>): Promise<RawBuilder<unknown>> => {
  const { phrases, filters, since, watcherId } = conditions;
  const rows: RawBuilder<SqlBool>[] = toRowConditions(conditions, since);
  const joinRows = (numbers: RawBuilder<unknown>) =>
    sql`${numbers} as found cross join tickets where ${sql.join([sql`tickets.n = found.n`, ...rows], sql` and `)}`;
  if (watcherId !== null) return joinRows(selectWatched({ search, conditions }, watcherId));
  if (phrases.length + filters.length === 0) return sql`tickets where ${sql.join(rows, sql` and `)}`;
  const latest = await readLatestTime(queries, conditions);
  const found = search.matching(toSearchQuery(conditions, conditions, { latest, omitsCommonFacets: false }));
  return Object.keys(since).length === 0 ? sql`${found} as found` : joinRows(found);
};

/** The state and the parameters that only sort, page or format a list. Any other parameter filters it. */
const nonFilters = new Set(['state', 'sort', 'per_page', 'cursor', 'count', 'envelope', 'pretty', 'fields']);

/** Returns the states to count; null if the query has other filters. */
const getCountedStates = (query: TicketQuery): number[] | null => {
  const isFiltered = Object.entries(query).some(([name, value]) => value !== undefined && !nonFilters.has(name));
  return isFiltered ? null : (query.state ?? states).map(state => encodeEnum(states, state));
};
