import type { Message } from '#contract';
import { call } from '../api.ts';

/** What tells whether somebody has to know of a message. */
type Written = Pick<Message, 'author_id' | 'created_at'>;

/** Until when each ticket's thread was seen in this window: when its newest message was written. */
const seen = new Map<string, string>();

/** The thread of a ticket was in front of somebody up to this message. */
export function markSeen(ticketId: string, messages: readonly Written[]): void {
  const newest = messages.reduce((latest, { created_at: at }) => (at > latest ? at : latest), '');
  if (newest > seenUntil(ticketId)) seen.set(ticketId, newest);
}

/** When the newest message that was seen here was written; where none was, empty text, which is before all of them. */
export const seenUntil = (ticketId: string): string => seen.get(ticketId) ?? '';

/** The messages that others wrote after a moment: one's own are no news. */
export const newsAmong = <Any extends Written>(messages: readonly Any[], since: string, readerId: string): Any[] =>
  messages.filter(({ author_id: authorId, created_at: at }) => at > since && authorId !== readerId);

const mostNews = '20';

/** Whether others wrote about a ticket after a moment, as the server knows it now. @throws {ApiError} {NetworkError} */
export async function hasNews(ticketId: string, since: string, readerId: string): Promise<boolean> {
  const { body } = await call('GET /tickets/{ticket_id}/messages', {
    params: { ticket_id: ticketId },
    query: { sort: '-created_at', per_page: mostNews, fields: 'author_id,created_at' },
  });
  return newsAmong(body, since, readerId).length > 0;
}
