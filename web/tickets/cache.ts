import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Answer } from '../api.ts';
import { noteOwnChange } from './own-changes.ts';
import { type TicketRow, ticketItem, ticketKeys } from './queries.ts';

type Pages = InfiniteData<Answer<TicketRow[]>, string>;

/** Shows a ticket otherwise, wherever it is shown: by itself and as a row of lists. */
export function showTicket(
  client: QueryClient,
  id: string,
  show: <Shown extends TicketRow>(shown: Shown) => Shown,
): void {
  noteOwnChange(id);
  client.setQueryData(ticketItem(id).queryKey, ticket => ticket && show(ticket));
  const showRow = (row: TicketRow): TicketRow => (row.id === id ? show(row) : row);
  const showRows = (page: Answer<TicketRow[]>): Answer<TicketRow[]> =>
    page.body.some(row => row.id === id) ? { ...page, body: page.body.map(showRow) } : page;
  client.setQueriesData<Pages>(
    { queryKey: ticketKeys.lists },
    data => data && { ...data, pages: data.pages.map(showRows) },
  );
}
