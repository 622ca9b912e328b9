import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { noteOwnChange } from '../tickets/list/own-changes.ts';
import { type TicketPage, type TicketPages, type TicketRow, ticketItem, ticketKeys } from '../tickets/queries.ts';

/** Shows changes of many tickets wherever those are shown, all at once. */
export function showMany(client: QueryClient, changes: ReadonlyMap<string, Partial<Ticket>>): void {
  for (const [id, change] of changes) {
    noteOwnChange(id);
    client.setQueryData(ticketItem(id).queryKey, ticket => ticket && { ...ticket, ...change });
  }
  const showRow = (row: TicketRow): TicketRow => {
    const change = changes.get(row.id);
    return change ? { ...row, ...change } : row;
  };
  const showPage = (page: TicketPage): TicketPage =>
    page.body.some(({ id }) => changes.has(id)) ? { ...page, body: page.body.map(showRow) } : page;
  client.setQueriesData<TicketPages>(
    { queryKey: ticketKeys.lists },
    data => data && { ...data, pages: data.pages.map(showPage) },
  );
}
