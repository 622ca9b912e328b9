import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TicketFilter } from '../filter/filter.ts';
import { ticketCount, ticketList } from '../queries.ts';
import { useAfterFirstList } from './use-after-first-list.ts';

/**
 * Returns the number of tickets in the list; undefined until known. The browser counts a completely loaded list; the
 * API counts other lists. The count for the page's first list shares one request with the sidebar's counts.
 */
export function useTotal(filter: TicketFilter): { count: number; exact: boolean } | undefined {
  const list = useInfiniteQuery(ticketList(filter));
  const isLoaded = list.data !== undefined && !list.isPlaceholderData;
  const isAfterFirstList = useAfterFirstList();
  const isCounted = isAfterFirstList && isLoaded && list.hasNextPage;
  const { data: counted } = useQuery({ ...ticketCount(filter), enabled: isCounted });
  if (!isLoaded) return undefined;
  return list.hasNextPage ? counted : { count: list.data.length, exact: true };
}
