import { queryOptions } from '@tanstack/react-query';
import type { Message } from '#contract';
import { call } from '../api-client/client.ts';
import { fetchAllPages, type PageQuery } from '../api-client/fetch-all-pages.ts';

/** Cache keys of a ticket's messages. */
export const messageKeys = { ofTicket: (ticketId: string) => ['messages', ticketId] } as const;

/** Page size of a thread. */
export const messagesPerPage = 100;

/** GET /tickets/{ticket_id}/messages, all pages, oldest first. */
export const threadQuery = (ticketId: string) =>
  queryOptions({
    queryKey: messageKeys.ofTicket(ticketId),
    queryFn: ({ signal }): Promise<Message[]> => fetchAllPages(page => readPage(ticketId, page, signal)),
  });

/** The last page of a long thread, oldest first. It is shown while the whole thread loads. */
export const threadEndQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...messageKeys.ofTicket(ticketId), 'end'],
    queryFn: async ({ signal }) => (await readPage(ticketId, { sort: '-created_at' }, signal)).body.toReversed(),
  });

const readPage = (ticketId: string, query: { sort?: string } & PageQuery, signal: AbortSignal) =>
  call('GET /tickets/{ticket_id}/messages', {
    params: { ticket_id: ticketId },
    query: { per_page: String(messagesPerPage), ...query },
    signal,
  });
