import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Snippet, Ticket } from '#contract';
import { call, type TotalCount } from '../api-client/client.ts';
import { listKeys } from '../api-client/list-keys.ts';
import { stringifySearch } from '../api-client/search-params.ts';
import { isAnyRendered } from '../list/rendered-rows.ts';
import { createCountBatch } from './count-batch.ts';
import { applyPendingEdits } from './edit/pending-edits.ts';
import { type TicketFilter, toCanonicalQuery, toListRoute } from './filter/filter.ts';
import { getDistinctRows, type ListPage, nextCursor, refetchPage, toRowVersion } from './list/list-pages.ts';
import { ownTicketChanges } from './list/own-changes.ts';

/** A ticket in a list, without its possibly long description. A search adds a matching excerpt. */
export type ListedTicket = Omit<Ticket, 'description'> & { snippet?: Snippet | null };

const rowFields = listKeys<Omit<Ticket, 'description'>>({
  id: true,
  url: true,
  subject: true,
  customer_name: true,
  customer_email: true,
  state: true,
  priority: true,
  assignee_id: true,
  tags: true,
  mailbox_id: true,
  closed_at: true,
  messages_count: true,
  last_message_at: true,
  awaiting_reply: true,
  undelivered: true,
  created_by: true,
  follow_up_of: true,
  version: true,
  created_at: true,
  updated_at: true,
});

const pageSize = '50';

export const ticketKeys = {
  all: ['tickets'],
  lists: ['tickets', 'list'],
  counts: ['tickets', 'count'],
  items: ['tickets', 'item'],
  item: (id: string) => ['tickets', 'item', id],
} as const;

export type TicketListPage = ListPage<ListedTicket>;

export type TicketListPages = InfiniteData<TicketListPage, string>;

async function readPage(filter: TicketFilter, cursor: string, signal: AbortSignal): Promise<TicketListPage> {
  const { path, search } = toListRoute(filter);
  const fields = [...rowFields, ...(filter.q === undefined ? [] : ['snippet'])].join(',');
  const query = { ...search, per_page: pageSize, fields, ...(cursor && { cursor }) };
  const { body, links } = await call(`GET ${path}`, { query, signal });
  return { body: body.map(applyPendingEdits), links, rowVersions: body.map(toRowVersion), loadedAt: performance.now() };
}

/** Returns whether a page contains a rendered row, or a row the person just changed. */
const needsRefetch = (filter: TicketFilter, { body }: TicketListPage): boolean => {
  const own = ownTicketChanges.getIds();
  return isAnyRendered(toCanonicalQuery(filter), body) || body.some(({ id }) => own.has(id));
};

const readRows = ({ pages }: TicketListPages): ListedTicket[] => getDistinctRows(pages);

/**
 * GET /tickets or /tickets/recently_closed, following Link `next`. A refetch loads only the first page, visible pages
 * and pages with the person's own changes. The remaining pages load when they scroll into view.
 */
export const ticketList = (filter: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: [...ticketKeys.lists, filter],
    queryFn: async ({ pageParam: cursor, signal, client, queryKey }) => {
      const before = client.getQueryData<TicketListPages>(queryKey);
      const old = before?.pages[before.pageParams.indexOf(cursor)];
      if (old && cursor !== '' && !needsRefetch(filter, old)) return old;
      const read = (cursor: string) => readPage(filter, cursor, signal);
      return before ? refetchPage(cursor, before, read) : read(cursor);
    },
    initialPageParam: '',
    getNextPageParam: nextCursor,
    select: readRows,
    placeholderData: keepPreviousData,
  });

/** Removes the sort order, which does not affect a count. */
export const omitSort = ({ sort: _, ...conditions }: TicketFilter): TicketFilter => conditions;

const countBatched = createCountBatch<TotalCount>(
  async queries => (await call('GET /ticket_counts', { query: { queries: queries.join(';') } })).body.counts,
);

/** Counts the tickets of a filter. The server stops counting at a limit. */
export const fetchTicketCount = (filter: TicketFilter): Promise<TotalCount> =>
  countBatched(stringifySearch(omitSort(filter)).slice(1));

export const ticketCount = (filter: TicketFilter) =>
  queryOptions({
    queryKey: [...ticketKeys.counts, omitSort(filter)],
    queryFn: () => fetchTicketCount(filter),
  });

/** GET /tickets/{ticket_id}, with the pending edits of this page applied. */
export const ticketItem = (id: string) =>
  queryOptions({
    queryKey: ticketKeys.item(id),
    queryFn: async ({ signal }) =>
      applyPendingEdits((await call('GET /tickets/{ticket_id}', { params: { ticket_id: id }, signal })).body),
  });

/** GET /events: the person and the time of a ticket's deletion. Null if the change log lacks the deletion. */
export const ticketDeletion = (id: string) =>
  queryOptions({
    queryKey: [...ticketKeys.item(id), 'deletion'],
    queryFn: async ({ signal }) => {
      const query = { ticket_id: id, type: 'ticket.deleted', fields: 'person_id,created_at' };
      return (await call('GET /events', { query, signal })).body[0] ?? null;
    },
  });

/** GET /search_suggestions?q=: `suggestion` is the query with its unknown words replaced, or null. */
export const searchSuggestion = (q: string) =>
  queryOptions({
    queryKey: [...ticketKeys.all, 'suggestion', q],
    queryFn: async ({ signal }) => (await call('GET /search_suggestions', { query: { q }, signal })).body,
  });
