import type { QueryClient } from '@tanstack/react-query';
import { wasSignedInLast } from '../session/last-signed-in.ts';
import { sessionQuery } from '../session/queries.ts';
import { openView } from '../tickets/filter/list-views.ts';
import { readLocationFilter } from '../tickets/filter/use-filter.ts';
import { prefetchTicket, readTicketId } from '../tickets/list/prefetch.ts';
import { ticketList } from '../tickets/queries.ts';

/**
 * Requests the session before the app renders. If this browser was signed in at its last visit, also requests the list and
 * the ticket of the location, so that they do not wait for the session.
 */
export function startEarlyRequests(client: QueryClient, location: { pathname: string; searchStr: string }): void {
  void client.prefetchQuery(sessionQuery);
  if (!wasSignedInLast()) return;
  const filter = location.pathname === '/' ? openView.filter : readLocationFilter(location);
  if (filter) void client.prefetchInfiniteQuery(ticketList(filter));
  const ticketId = readTicketId(location.pathname);
  if (ticketId !== null) prefetchTicket(client, ticketId);
}
