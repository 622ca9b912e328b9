import type { Scan } from '../../database/page.ts';
import type { Wanted } from '../../database/search.ts';
import type { TicketRow } from '../shape.ts';
import { gatherFound } from './gather.ts';
import { type Group, groupsOf } from './groups.ts';
import { latestTime } from './latest-time.ts';
import type { Reading } from './reading.ts';
import { readSpans } from './spans.ts';
import { isWalkable, isWalkEnough, walk } from './walk.ts';
import { wantedOf } from './wanted.ts';

/**
 * Reads a list in the way that costs least, as far as that can be told beforehand: what an index holds in the order of
 * the list is walked; few tickets that the search index finds are sorted; of many, those that come first are looked for
 * group by group.
 */
export const scanTickets =
  (reading: Reading): Scan<TicketRow> =>
  async (columns, position, limit) => {
    const { queries, conditions } = reading;
    const groups = groupsOf(conditions, columns, position);
    if (groups.every(group => isWalkEnough(group, conditions)))
      return inTurn(groups, limit, group => walk(queries, group, conditions, { limit, steps: limit }));
    const latest = await latestTime(queries, conditions);
    const wanted = wantedOf(conditions, conditions, { latest, isSparing: true });
    const few = await readFew(reading, { ...conditions, columns, position }, wanted, limit);
    return few ?? inTurn(groups, limit, group => readGroup(reading, group, { latest, tooMany: wanted }, limit));
  };

/** The first tickets of the groups one after the other. Each is asked for as many, so that statements stay few. */
const inTurn = async (
  groups: readonly Group[],
  limit: number,
  read: (group: Group) => Promise<TicketRow[]>,
): Promise<TicketRow[]> => {
  const rows: TicketRow[] = [];
  for (const group of groups) if (rows.length < limit) rows.push(...(await read(group)));
  return rows.slice(0, limit);
};

/** The first tickets of a group, when those of all groups are many. */
const readGroup = async (
  reading: Reading,
  group: Group,
  { latest, tooMany }: { latest: number; tooMany: Wanted },
  limit: number,
): Promise<TicketRow[]> => {
  const { queries, conditions, tuning } = reading;
  const wanted = wantedOf(conditions, group, { latest, isSparing: true });
  if (isWalkable(conditions)) {
    const isAll = isWalkEnough(group, conditions) || isNothing(wanted);
    const rows = await walk(queries, group, conditions, { limit, steps: isAll ? null : tuning.steps });
    if (isAll || rows.length === limit) return rows;
  }
  const few = isSame(wanted, tooMany) ? null : await readFew(reading, group, wanted, limit);
  return few ?? readSpans(reading, group, wantedOf(conditions, group, { latest, isSparing: false }), limit);
};

/** The tickets of a group when so few are wanted that they can be sorted; null when they are more. */
const readFew = async (
  { queries, search, conditions, tuning }: Reading,
  group: Group,
  wanted: Wanted,
  limit: number,
): Promise<TicketRow[] | null> => {
  if (isNothing(wanted)) return null;
  const found = await search.find(queries, wanted, tuning.few);
  return found && gatherFound(queries, found, group, conditions.since, limit);
};

const isNothing = ({ phrases, facets }: Wanted): boolean => phrases.length + facets.length === 0;

const isSame = (one: Wanted, other: Wanted): boolean => JSON.stringify(one.facets) === JSON.stringify(other.facets);
