import type { QueryClient } from '@tanstack/react-query';
import { peopleQuery } from '../people/queries.ts';
import { wasSignedInLast } from '../session/last-signed-in.ts';
import { sessionQuery } from '../session/queries.ts';
import { openView } from '../tickets/filter/list-views.ts';
import { readLocationFilter } from '../tickets/filter/location-filter.ts';
import { prefetchTicket, readTicketId } from '../tickets/prefetch-ticket.ts';
import { ticketList } from '../tickets/queries.ts';

/**
 * Requests the session before the app renders. If this browser was signed in at its last visit, also requests the data
 * of the location: the ticket, the list, and all people, whose names the list shows.
 *
 * @returns a promise that resolves when all requests have succeeded or failed
 */
export async function sendEarlyRequests(
  client: QueryClient,
  location: { pathname: string; search: string },
): Promise<void> {
  const session = client.prefetchQuery(sessionQuery);
  if (!wasSignedInLast()) return session;
  const filter = location.pathname === '/' ? openView.filter : readLocationFilter(location);
  const ticketId = readTicketId(location.pathname);
  await Promise.all([
    session,
    filter && client.prefetchQuery(peopleQuery),
    filter && client.prefetchInfiniteQuery(ticketList(filter)),
    ticketId !== null && prefetchTicket(client, ticketId),
  ]);
}
