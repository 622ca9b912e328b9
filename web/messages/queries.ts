import { queryOptions } from '@tanstack/react-query';
import type { Message } from '#contract';
import { call } from '../api-client/client.ts';
import { fetchAllPages } from '../api-client/fetch-all-pages.ts';

/** Cache keys of a ticket's messages. */
export const messageKeys = { ofTicket: (ticketId: string) => ['messages', ticketId] } as const;

/** GET /tickets/{ticket_id}/messages, all pages, oldest first. */
export const threadQuery = (ticketId: string) =>
  queryOptions({
    queryKey: messageKeys.ofTicket(ticketId),
    queryFn: ({ signal }): Promise<Message[]> =>
      fetchAllPages(page =>
        call('GET /tickets/{ticket_id}/messages', {
          params: { ticket_id: ticketId },
          query: { per_page: '100', ...page },
          signal,
        }),
      ),
  });
