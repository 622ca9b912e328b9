import type { QueryClient } from '@tanstack/react-query';
import { mayPrefetch } from '../api-client/connection/may-prefetch.ts';
import { threadQuery } from '../messages/queries.ts';
import { activity } from './activity/queries.ts';
import { ticketItem } from './queries.ts';

/** Data loaded within this time is not prefetched again, because live updates report changes. */
const freshMilliseconds = 60_000;

/** Prefetches a ticket with its messages and activity. Never rejects. */
export async function prefetchTicket(client: QueryClient, id: string): Promise<void> {
  if (!mayPrefetch()) return;
  await Promise.all([
    client.prefetchQuery({ ...ticketItem(id), staleTime: freshMilliseconds }),
    client.prefetchQuery({ ...threadQuery(id), staleTime: freshMilliseconds }),
    client.prefetchQuery({ ...activity(id), staleTime: freshMilliseconds }),
  ]);
}

/** Returns the id of the ticket at a path; null for other paths. */
export function readTicketId(pathname: string): string | null {
  const id = /^\/tickets\/([^/]+)$/.exec(pathname)?.[1];
  return id && id !== 'recently_closed' ? decodeURIComponent(id) : null;
}
