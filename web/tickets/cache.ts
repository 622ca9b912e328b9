import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import type { Answer } from '../api.ts';
import type { TicketChange } from './merge.ts';
import { noteOwnChange } from './own-changes.ts';
import { type TicketRow, ticketItem, ticketKeys } from './queries.ts';

type Pages = InfiniteData<Answer<TicketRow[]>, string>;

/** Shows a change wherever the ticket is shown. */
export function showChange(client: QueryClient, id: string, change: Partial<Ticket>): void {
  noteOwnChange(id);
  client.setQueryData(ticketItem(id).queryKey, ticket => ticket && { ...ticket, ...change });
  client.setQueriesData<Pages>({ queryKey: ticketKeys.lists }, data => data && changeRow(data, id, change));
}

const changeRow = (data: Pages, id: string, change: Partial<Ticket>): Pages => ({
  ...data,
  pages: data.pages.map(page =>
    page.body.some(row => row.id === id)
      ? { ...page, body: page.body.map(row => (row.id === id ? { ...row, ...change } : row)) }
      : page,
  ),
});

/** What a change is about to replace, for putting it back. */
export function readReplaced(ticket: Ticket | undefined, change: TicketChange): TicketChange {
  const names = Object.keys(change) as (keyof TicketChange)[];
  return ticket ? Object.fromEntries(names.map(name => [name, ticket[name]])) : {};
}
