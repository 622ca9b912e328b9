import { queryOptions } from '@tanstack/react-query';
import type { Message } from '#contract';
import { call } from '../api.ts';
import { cursorOf } from '../link-header.ts';

/** Where a ticket's messages lie in the cache. */
export const messageKeys = { ofTicket: (ticketId: string) => ['messages', ticketId] } as const;

/** GET /tickets/{ticket_id}/messages, oldest first, all of its pages. */
export const thread = (ticketId: string) =>
  queryOptions({
    queryKey: messageKeys.ofTicket(ticketId),
    queryFn: ({ signal }) => readThread(ticketId, signal),
  });

async function readThread(ticketId: string, signal: AbortSignal): Promise<Message[]> {
  const messages: Message[] = [];
  let cursor: string | undefined;
  do {
    const { body, links } = await call('GET /tickets/{ticket_id}/messages', {
      params: { ticket_id: ticketId },
      query: { per_page: '100', ...(cursor && { cursor }) },
      signal,
    });
    messages.push(...body);
    cursor = cursorOf(links.next);
  } while (cursor);
  return messages;
}
