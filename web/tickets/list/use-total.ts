import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TicketFilter } from '../filter/filter.ts';
import { ticketCount, ticketList } from '../queries.ts';

/** How many tickets the list in view has. A list that was read to its end is counted here, not by the server. */
export function useTotal(filter: TicketFilter): { count: number; exact: boolean } | undefined {
  const list = useInfiniteQuery(ticketList(filter));
  const isRead = list.data !== undefined && !list.isPlaceholderData;
  const { data: counted } = useQuery({ ...ticketCount(filter), enabled: isRead && list.hasNextPage });
  if (!isRead) return undefined;
  return list.hasNextPage ? counted : { count: list.data.length, exact: true };
}
