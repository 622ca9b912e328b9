import type { Message } from '#contract';
import { call } from '../api-client/client.ts';

type MessageSummary = Pick<Message, 'author_id' | 'created_at'>;

/** By ticket: creation time of the newest message that was seen in this window. */
const seen = new Map<string, string>();

/** Marks a ticket's messages as seen, up to the newest of `messages`. Messages that were seen stay seen. */
export function markSeen(ticketId: string, messages: readonly MessageSummary[]): void {
  const newest = messages.reduce((latest, { created_at: at }) => (at > latest ? at : latest), '');
  if (newest > getSeenUntil(ticketId)) seen.set(ticketId, newest);
}

/** Returns the creation time of the newest seen message; empty without seen messages. */
export const getSeenUntil = (ticketId: string): string => seen.get(ticketId) ?? '';

/** Returns the messages that other people wrote after `since`. */
export const filterUnseen = <Summary extends MessageSummary>(
  messages: readonly Summary[],
  since: string,
  readerId: string,
): Summary[] => messages.filter(({ author_id: authorId, created_at: at }) => at > since && authorId !== readerId);

const maxMessages = '20';

/** Loads the last 20 messages. Returns whether other people wrote after `since`. @throws {ApiError} {NetworkError} */
export async function hasUnseenMessages(ticketId: string, since: string, readerId: string): Promise<boolean> {
  const { body } = await call('GET /tickets/{ticket_id}/messages', {
    params: { ticket_id: ticketId },
    query: { sort: '-created_at', per_page: maxMessages, fields: 'author_id,created_at' },
  });
  return filterUnseen(body, since, readerId).length > 0;
}
