import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { call, type Total } from '../api.ts';
import { isInView } from '../list/rows-in-view.ts';
import { withWaiting } from './edit/waiting-edits.ts';
import { canonical, placeOf, type TicketFilter } from './filter/filter.ts';
import { type ListPage, nextCursor, readFitting, readingOf, rowsOf } from './list/list-pages.ts';
import { ownTickets } from './list/own-changes.ts';

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

/** A page of tickets. */
export type TicketPage = ListPage<TicketRow>;

/** What the cache holds of a list. */
export type TicketPages = InfiniteData<TicketPage, string>;

async function readPage(filter: TicketFilter, cursor: string, signal: AbortSignal): Promise<TicketPage> {
  const { path, search } = placeOf(filter);
  const query = { ...search, per_page: pageSize, fields: rowFields.join(','), ...(cursor && { cursor }) };
  const { body, links } = await call(`GET ${path}`, { query, signal });
  return { body: body.map(withWaiting), links, read: body.map(readingOf), at: performance.now() };
}

/** Whether a page, not the first, has to be read again with its list: it is seen, or the person has just changed a row of it. */
const isConcerned = (filter: TicketFilter, { body }: TicketPage): boolean => {
  const own = ownTickets.read();
  return isInView(canonical(filter), body) || body.some(({ id }) => own.has(id));
};

const readRows = ({ pages }: TicketPages): TicketRow[] => rowsOf(pages);

/**
 * GET /tickets or /tickets/recently_closed, page after page along Link `next`. When it is read again, pages that nobody
 * sees stay as they are, however many there are; they are read when they come into view.
 */
export const ticketList = (filter: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: [...ticketKeys.lists, filter],
    queryFn: async ({ pageParam: cursor, signal, client, queryKey }) => {
      const before = client.getQueryData<TicketPages>(queryKey);
      const old = before?.pages[before.pageParams.indexOf(cursor)];
      if (old && cursor !== '' && !isConcerned(filter, old)) return old;
      const read = (cursor: string) => readPage(filter, cursor, signal);
      return before ? readFitting(cursor, before, read) : read(cursor);
    },
    initialPageParam: '',
    getNextPageParam: nextCursor,
    select: readRows,
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
