import type { Scan } from '../../database/page.ts';
import type { SearchCriteria, SearchResult } from '../../database/search.ts';
import type { TicketRow } from '../representation.ts';
import { type Group, splitIntoGroups } from './groups.ts';
import { canFilterRows, haveSameOrder, isServedByIndex, scanGroups, scanIndexes } from './index-scan.ts';
import { readLatestTime } from './latest-time.ts';
import { selectTickets } from './load-tickets.ts';
import type { ReadContext } from './read-context.ts';
import { toSearchQuery } from './search-query.ts';
import { readGroupBounds, readSpans } from './spans.ts';
import { selectWatched } from './watched.ts';

/**
 * Reads a list with the strategy that is probably cheapest. If an index has the order of the list, it is scanned.
 * Watched tickets, and few matches of the search index, are loaded and sorted. Many matches are read group by group.
 */
export const scanTickets =
  (context: ReadContext): Scan<TicketRow> =>
  async (columns, position, limit) => {
    const { queries, conditions, engine } = context;
    if (conditions.watcherId !== null) {
      const select = selectTickets({ ...conditions, columns, position }, conditions.since, limit);
      return (await select(selectWatched(context, conditions.watcherId)).execute(queries)).rows;
    }
    const groups = splitIntoGroups(conditions, columns, position);
    const areServed = groups.every(group => isServedByIndex(group, conditions));
    if (areServed && engine === 'postgres' && groups.length > 1 && haveSameOrder(groups))
      return scanGroups(queries, groups, conditions, limit);
    if (areServed)
      return readInOrder(groups, limit, group => scanIndexes(queries, group, conditions, { limit, steps: limit }));
    const bounds = engine === 'postgres' ? startReadingBounds(context, groups) : new Map();
    const latest = await readLatestTime(queries, conditions);
    const searchQuery = toSearchQuery(conditions, conditions, { latest, omitsCommonFacets: true });
    const found = await readFew(context, { ...conditions, columns, position }, searchQuery, limit);
    if (found.rows !== null) return found.rows;
    const rejected = { searchQuery, estimate: found.estimate === null ? null : found.estimate / groups.length };
    return readInOrder(groups, limit, group => readGroup({ ...context, bounds }, group, { latest, rejected }, limit));
  };

/** Starts to read the bounds of the first group. They are read together with the validator of the list. */
const startReadingBounds = (context: ReadContext, groups: readonly Group[]): Required<ReadContext>['bounds'] =>
  new Map(
    groups.slice(0, 1).map(group => {
      const bounds = readGroupBounds(context, group);
      bounds.catch(() => {}); // the bounds may not be needed
      return [group, bounds];
    }),
  );

/** Reads group after group until there are enough tickets. The limit stays the same, so that statements are reused. */
const readInOrder = async (
  groups: readonly Group[],
  limit: number,
  read: (group: Group) => Promise<TicketRow[]>,
): Promise<TicketRow[]> => {
  const rows: TicketRow[] = [];
  for (const group of groups) if (rows.length < limit) rows.push(...(await read(group)));
  return rows.slice(0, limit);
};

/** Reads the first tickets of a group if the list is too large to sort. */
const readGroup = async (
  context: ReadContext,
  group: Group,
  { latest, rejected }: { latest: number; rejected: { searchQuery: SearchCriteria; estimate: number | null } },
  limit: number,
): Promise<TicketRow[]> => {
  const { queries, conditions, tuning } = context;
  const searchQuery = toSearchQuery(conditions, group, { latest, omitsCommonFacets: true });
  if (canFilterRows(conditions)) {
    const isAll = isServedByIndex(group, conditions) || isUnfiltered(searchQuery);
    const rows = await scanIndexes(queries, group, conditions, { limit, steps: isAll ? null : tuning.steps });
    if (isAll || rows.length === limit) return rows;
  }
  const found = haveSameFacets(searchQuery, rejected.searchQuery)
    ? { rows: null, estimate: rejected.estimate }
    : await readFew(context, group, searchQuery, limit);
  if (found.rows !== null) return found.rows;
  const narrowQuery = toSearchQuery(conditions, group, { latest, omitsCommonFacets: false });
  return readSpans(context, group, { searchQuery: narrowQuery, estimate: found.estimate }, limit);
};

/** Reads and sorts the tickets of a group, unless they are too many to sort. */
const readFew = async (
  { queries, search, conditions, tuning }: ReadContext,
  group: Group,
  searchQuery: SearchCriteria,
  limit: number,
): Promise<SearchResult<TicketRow>> =>
  isUnfiltered(searchQuery)
    ? { rows: null, estimate: null }
    : search.load(queries, searchQuery, tuning.few, selectTickets(group, conditions.since, limit));

const isUnfiltered = ({ phrases, facets }: SearchCriteria): boolean => phrases.length + facets.length === 0;

const haveSameFacets = (one: SearchCriteria, other: SearchCriteria): boolean =>
  JSON.stringify(one.facets) === JSON.stringify(other.facets);
