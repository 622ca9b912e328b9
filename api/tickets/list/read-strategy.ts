import type { Scan } from '../../database/page.ts';
import type { SearchCriteria } from '../../database/search.ts';
import type { TicketRow } from '../shape.ts';
import { type Group, splitIntoGroups } from './groups.ts';
import { canFilterRows, isServedByIndex, scanIndexes } from './index-scan.ts';
import { readLatestTime } from './latest-time.ts';
import { loadFoundTickets } from './load-tickets.ts';
import type { ReadContext } from './read-context.ts';
import { toSearchQuery } from './search-query.ts';
import { readSpans } from './spans.ts';

/**
 * Reads a list with the strategy that is likely cheapest. An index in the list's order is scanned; few matches of the
 * search index are sorted; many matches are searched group by group.
 */
export const scanTickets =
  (reading: ReadContext): Scan<TicketRow> =>
  async (columns, position, limit) => {
    const { queries, conditions } = reading;
    const groups = splitIntoGroups(conditions, columns, position);
    if (groups.every(group => isServedByIndex(group, conditions)))
      return readInOrder(groups, limit, group => scanIndexes(queries, group, conditions, { limit, steps: limit }));
    const latest = await readLatestTime(queries, conditions);
    const searchQuery = toSearchQuery(conditions, conditions, { latest, isSparing: true });
    const few = await readFew(reading, { ...conditions, columns, position }, searchQuery, limit);
    return (
      few ??
      readInOrder(groups, limit, group => readGroup(reading, group, { latest, rejectedQuery: searchQuery }, limit))
    );
  };

/** Reads group after group until there are enough tickets. A constant limit keeps the number of statements low. */
const readInOrder = async (
  groups: readonly Group[],
  limit: number,
  read: (group: Group) => Promise<TicketRow[]>,
): Promise<TicketRow[]> => {
  const rows: TicketRow[] = [];
  for (const group of groups) if (rows.length < limit) rows.push(...(await read(group)));
  return rows.slice(0, limit);
};

/** Reads the first tickets of one group if all groups together have too many to sort. */
const readGroup = async (
  reading: ReadContext,
  group: Group,
  { latest, rejectedQuery }: { latest: number; rejectedQuery: SearchCriteria },
  limit: number,
): Promise<TicketRow[]> => {
  const { queries, conditions, tuning } = reading;
  const searchQuery = toSearchQuery(conditions, group, { latest, isSparing: true });
  if (canFilterRows(conditions)) {
    const isAll = isServedByIndex(group, conditions) || isUnfiltered(searchQuery);
    const rows = await scanIndexes(queries, group, conditions, { limit, steps: isAll ? null : tuning.steps });
    if (isAll || rows.length === limit) return rows;
  }
  const few = haveSameFacets(searchQuery, rejectedQuery) ? null : await readFew(reading, group, searchQuery, limit);
  return few ?? readSpans(reading, group, toSearchQuery(conditions, group, { latest, isSparing: false }), limit);
};

/** Reads and sorts the tickets of a group; null if they are too many to sort. */
const readFew = async (
  { queries, search, conditions, tuning }: ReadContext,
  group: Group,
  searchQuery: SearchCriteria,
  limit: number,
): Promise<TicketRow[] | null> => {
  if (isUnfiltered(searchQuery)) return null;
  const found = await search.find(queries, searchQuery, tuning.few);
  return found && loadFoundTickets(queries, found, group, conditions.since, limit);
};

const isUnfiltered = ({ phrases, facets }: SearchCriteria): boolean => phrases.length + facets.length === 0;

const haveSameFacets = (one: SearchCriteria, other: SearchCriteria): boolean =>
  JSON.stringify(one.facets) === JSON.stringify(other.facets);
