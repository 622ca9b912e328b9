import type { Scan } from '../../database/page.ts';
import type { SearchCriteria } from '../../database/search.ts';
import type { TicketRow } from '../shape.ts';
import { gatherFound } from './gather.ts';
import { type Group, groupsOf } from './groups.ts';
import { latestTime } from './latest-time.ts';
import type { Reading } from './reading.ts';
import { readSpans } from './spans.ts';
import { isWalkable, isWalkEnough, walk } from './walk.ts';
import { wantedOf } from './wanted.ts';

/**
 * Reads a list with the strategy that is likely cheapest. An index in the list's order is scanned; few matches of the
 * search index are sorted; many matches are searched group by group.
 */
export const scanTickets =
  (reading: Reading): Scan<TicketRow> =>
  async (columns, position, limit) => {
    const { queries, conditions } = reading;
    const groups = groupsOf(conditions, columns, position);
    if (groups.every(group => isWalkEnough(group, conditions)))
      return readInOrder(groups, limit, group => walk(queries, group, conditions, { limit, steps: limit }));
    const latest = await latestTime(queries, conditions);
    const searchQuery = wantedOf(conditions, conditions, { latest, isSparing: true });
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
  reading: Reading,
  group: Group,
  { latest, rejectedQuery }: { latest: number; rejectedQuery: SearchCriteria },
  limit: number,
): Promise<TicketRow[]> => {
  const { queries, conditions, tuning } = reading;
  const searchQuery = wantedOf(conditions, group, { latest, isSparing: true });
  if (isWalkable(conditions)) {
    const isAll = isWalkEnough(group, conditions) || isUnfiltered(searchQuery);
    const rows = await walk(queries, group, conditions, { limit, steps: isAll ? null : tuning.steps });
    if (isAll || rows.length === limit) return rows;
  }
  const few = haveSameFacets(searchQuery, rejectedQuery) ? null : await readFew(reading, group, searchQuery, limit);
  return few ?? readSpans(reading, group, wantedOf(conditions, group, { latest, isSparing: false }), limit);
};

/** Reads and sorts the tickets of a group; null if they are too many to sort. */
const readFew = async (
  { queries, search, conditions, tuning }: Reading,
  group: Group,
  searchQuery: SearchCriteria,
  limit: number,
): Promise<TicketRow[] | null> => {
  if (isUnfiltered(searchQuery)) return null;
  const found = await search.find(queries, searchQuery, tuning.few);
  return found && gatherFound(queries, found, group, conditions.since, limit);
};

const isUnfiltered = ({ phrases, facets }: SearchCriteria): boolean => phrases.length + facets.length === 0;

const haveSameFacets = (one: SearchCriteria, other: SearchCriteria): boolean =>
  JSON.stringify(one.facets) === JSON.stringify(other.facets);
