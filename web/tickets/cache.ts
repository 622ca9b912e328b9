import type { QueryClient } from '@tanstack/react-query';
import { noteOwnChange } from './list/own-changes.ts';
import { type TicketPage, type TicketPages, type TicketRow, ticketItem, ticketKeys } from './queries.ts';

/** Shows a ticket otherwise, wherever it is shown: by itself and as a row of lists. */
export function showTicket(
  client: QueryClient,
  id: string,
  show: <Shown extends TicketRow>(shown: Shown) => Shown,
): void {
  noteOwnChange(id);
  client.setQueryData(ticketItem(id).queryKey, ticket => ticket && show(ticket));
  changeRows(client, id, rows => rows.map(row => (row.id === id ? show(row) : row)));
}

/** Takes a ticket that is gone out of all lists. */
export function hideTicket(client: QueryClient, id: string): void {
  noteOwnChange(id);
  changeRows(client, id, rows => rows.filter(row => row.id !== id));
  client.removeQueries({ queryKey: ticketItem(id).queryKey });
}

function changeRows(client: QueryClient, id: string, change: (rows: TicketRow[]) => TicketRow[]): void {
  const changePage = (page: TicketPage): TicketPage =>
    page.body.some(row => row.id === id) ? { ...page, body: change(page.body) } : page;
  client.setQueriesData<TicketPages>(
    { queryKey: ticketKeys.lists },
    data => data && { ...data, pages: data.pages.map(changePage) },
  );
}
