import { useInfiniteQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { findNeighbours } from '../../list/find-neighbours.ts';
import { useTicketFilter } from '../filter/use-filter.ts';
import { ticketList } from '../queries.ts';

/**
 * Returns the ids before and after a ticket in the current list; see {@link findNeighbours}.
 *
 * @param position stores the current or last index of the ticket; -1 before it is known
 */
export function useNeighbours(id: string, position: RefObject<number>): ReturnType<typeof findNeighbours> {
  const { data: rows = [] } = useInfiniteQuery(ticketList(useTicketFilter() ?? {}));
  const index = rows.findIndex(row => row.id === id);
  if (index >= 0) position.current = index;
  return findNeighbours(rows, id, position.current);
}
