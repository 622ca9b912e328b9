import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { ownTicketChanges } from './list/own-changes.ts';
import { type ListedTicket, type TicketListPage, type TicketListPages, ticketItem, ticketKeys } from './queries.ts';

/** Updates a ticket in the cache, both the item and its rows in lists. */
export function updateCachedTicket(
  client: QueryClient,
  id: string,
  update: <Cached extends ListedTicket>(cached: Cached) => Cached,
): void {
  ownTicketChanges.add(id);
  client.setQueryData(ticketItem(id).queryKey, ticket => ticket && update(ticket));
  changeRows(client, new Set([id]), row => [update(row)]);
}

/** Changes fields of several cached tickets, both the items and their rows in lists. */
export function updateCachedTickets(client: QueryClient, changes: ReadonlyMap<string, Partial<Ticket>>): void {
  for (const [id, change] of changes) {
    ownTicketChanges.add(id);
    client.setQueryData(ticketItem(id).queryKey, ticket => ticket && { ...ticket, ...change });
  }
  changeRows(client, new Set(changes.keys()), row => [{ ...row, ...changes.get(row.id) }]);
}

/** Removes a ticket from the cache, both the item and its rows in lists. */
export function removeCachedTicket(client: QueryClient, id: string): void {
  ownTicketChanges.add(id);
  changeRows(client, new Set([id]), () => []);
  client.removeQueries({ queryKey: ticketItem(id).queryKey });
}

/** Replaces or removes rows of all lists. Unaffected pages stay the same objects. */
function changeRows(
  client: QueryClient,
  ids: ReadonlySet<string>,
  change: (row: ListedTicket) => ListedTicket[],
): void {
  const changePage = (page: TicketListPage): TicketListPage =>
    page.body.some(({ id }) => ids.has(id))
      ? { ...page, body: page.body.flatMap(row => (ids.has(row.id) ? change(row) : [row])) }
      : page;
  client.setQueriesData<TicketListPages>(
    { queryKey: ticketKeys.lists },
    data => data && { ...data, pages: data.pages.map(changePage) },
  );
}

/** Returns the rows of all cached lists, including duplicates. */
export const getCachedRows = (client: QueryClient): ListedTicket[] =>
  client
    .getQueriesData<TicketListPages>({ queryKey: ticketKeys.lists })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ body }) => body);
