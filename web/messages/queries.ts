import { queryOptions } from '@tanstack/react-query';
import type { Message } from '#contract';
import { type PageQuery, readAllPages } from '../all-pages.ts';
import { call } from '../api.ts';

/** Where a ticket's messages lie in the cache. */
export const messageKeys = { ofTicket: (ticketId: string) => ['messages', ticketId] } as const;

/** The most that one page of messages holds. */
export const pageOfMessages = 100;

/** GET /tickets/{ticket_id}/messages, oldest first, all of its pages. */
export const thread = (ticketId: string) =>
  queryOptions({
    queryKey: messageKeys.ofTicket(ticketId),
    queryFn: ({ signal }): Promise<Message[]> => readAllPages(page => readPage(ticketId, page, signal)),
  });

/** The end of a thread of several pages, oldest first: what one reads while the rest is being read. */
export const endOfThread = (ticketId: string) =>
  queryOptions({
    queryKey: [...messageKeys.ofTicket(ticketId), 'end'],
    queryFn: async ({ signal }) => (await readPage(ticketId, { sort: '-created_at' }, signal)).body.toReversed(),
  });

const readPage = (ticketId: string, query: { sort?: string } & PageQuery, signal: AbortSignal) =>
  call('GET /tickets/{ticket_id}/messages', {
    params: { ticket_id: ticketId },
    query: { per_page: String(pageOfMessages), ...query },
    signal,
  });
