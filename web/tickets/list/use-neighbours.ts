import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { neighbours } from '../../list/neighbours.ts';
import { useFilter } from '../filter/use-filter.ts';
import { ticketList } from '../queries.ts';

/**
 * The ids before and after a ticket in the list that the address names; see {@link neighbours}.
 *
 * @param place where it is noted which place the ticket has, or last had; -1 before that is known
 */
export function useNeighbours(id: string, place: RefObject<number>): ReturnType<typeof neighbours> {
  const { data: rows = [] } = useInfiniteQuery(ticketList(useFilter() ?? {}));
  const index = rows.findIndex(row => row.id === id);
  if (index >= 0) place.current = index;
  return neighbours(rows, id, place.current);
}
