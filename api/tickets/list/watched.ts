import { sql } from 'kysely';
import type { TicketNumbers } from '../../database/search.ts';
import type { ReadContext } from './read-context.ts';

/**
 * Selects the tickets that a person watches and that match the filters and phrases. The caller checks states,
 * priorities and times. A person watches few tickets, so filters are checked on their rows where possible. The search
 * index checks the rest.
 */
export const selectWatched = (
  { search, conditions }: Pick<ReadContext, 'search' | 'conditions'>,
  personId: string,
): TicketNumbers => {
  const { phrases, filters } = conditions;
  const facets = filters.filter(({ row }) => row === null).map(({ facet }) => [facet]);
  const narrowed = [
    sql`tickets.n = watchers.ticket_n and watchers.person_id = ${personId} and watchers.watching = 1`,
    ...filters.flatMap(({ row }) => (row === null ? [] : [row])),
    ...(phrases.length + facets.length === 0
      ? []
      : [sql`tickets.n in (select n from ${search.matching({ phrases, facets })} as found)`]),
  ];
  return sql`(select tickets.n from watchers cross join tickets where ${sql.join(narrowed, sql` and `)})`;
};
