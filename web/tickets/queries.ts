import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { type Answer, call, type Total } from '../api.ts';
import { cursorOf } from '../link-header.ts';
import { placeOf, type TicketFilter } from './filter.ts';
import { withWaiting } from './waiting-edits.ts';

/** A ticket as the list shows it. Descriptions are long, and stay where they are. */
export type TicketRow = Omit<Ticket, 'description'>;

const rowFields = [
  'id',
  'url',
  'subject',
  'customer_name',
  'customer_email',
  'state',
  'priority',
  'assignee_id',
  'tags',
  'closed_at',
  'messages_count',
  'last_message_at',
  'awaiting_reply',
  'created_by',
  'version',
  'created_at',
  'updated_at',
] satisfies (keyof TicketRow)[];

const pageSize = '50';

/** Where each kind of reading lies in the cache. */
export const ticketKeys = {
  all: ['tickets'],
  lists: ['tickets', 'list'],
  counts: ['tickets', 'count'],
  items: ['tickets', 'item'],
  item: (id: string) => ['tickets', 'item', id],
} as const;

const readList = async (
  filter: TicketFilter,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer<TicketRow[]>> => {
  const { path, search } = placeOf(filter);
  const answer = await call(`GET ${path}`, { query: { ...search, ...query }, signal });
  return { ...answer, body: answer.body.map(withWaiting) };
};

/** GET /tickets or /tickets/recently_closed, page after page along Link `next`. */
export const ticketList = (filter: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: [...ticketKeys.lists, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      readList(filter, { per_page: pageSize, fields: rowFields.join(','), ...(cursor && { cursor }) }, signal),
    initialPageParam: '',
    getNextPageParam: page => cursorOf(page.links.next),
    select: ({ pages }) => pages.flatMap(page => page.body),
    placeholderData: keepPreviousData,
  });

/** Which tickets a filter has, in whatever order: what a count is of. */
export const conditionsOf = ({ sort: _, ...conditions }: TicketFilter): TicketFilter => conditions;

/** Counts the tickets of a filter, as far as the server cares to. */
export async function countTickets(filter: TicketFilter, signal: AbortSignal): Promise<Total> {
  const answer = await call('GET /tickets', {
    query: { ...conditionsOf(filter), count: 'true', per_page: '1', fields: 'id' },
    signal,
  });
  return answer.total ?? { count: answer.body.length, exact: false };
}

/** How many tickets a filter has. */
export const ticketCount = (filter: TicketFilter) =>
  queryOptions({
    queryKey: [...ticketKeys.counts, conditionsOf(filter)],
    queryFn: ({ signal }) => countTickets(filter, signal),
  });

/** GET /tickets/{ticket_id}. */
export const ticketItem = (id: string) =>
  queryOptions({
    queryKey: ticketKeys.item(id),
    queryFn: async ({ signal }) =>
      withWaiting((await call('GET /tickets/{ticket_id}', { params: { ticket_id: id }, signal })).body),
  });

/** Who deleted a ticket, and when; null where the change log does not say. */
export const ticketDeletion = (id: string) =>
  queryOptions({
    queryKey: [...ticketKeys.item(id), 'deletion'],
    queryFn: async ({ signal }) => {
      const query = { ticket_id: id, type: 'ticket.deleted', fields: 'person_id,created_at' };
      return (await call('GET /events', { query, signal })).body[0] ?? null;
    },
  });
