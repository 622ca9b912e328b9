import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { neighbours } from '../../list/neighbours.ts';
import { useFilter } from '../filter/use-filter.ts';
import { ticketList } from '../queries.ts';

/** The ids before and after a ticket in the list that the address names; see {@link neighbours}. */
export function useNeighbours(id: string): ReturnType<typeof neighbours> {
  const { data: rows = [] } = useInfiniteQuery(ticketList(useFilter() ?? {}));
  const index = rows.findIndex(row => row.id === id);
  const place = useRef(index);
  if (index >= 0) place.current = index;
  return neighbours(rows, id, place.current);
}
