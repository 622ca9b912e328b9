import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '#contract';
import { call } from '../../api.ts';
import { showWarning } from '../../notices/notices.ts';
import type { Reader } from '../../tickets/edit/edit-notices.ts';
import { ownTickets } from '../../tickets/list/own-changes.ts';
import { ticketItem, ticketKeys } from '../../tickets/queries.ts';
import { hasNews } from '../news.ts';
import { messageKeys, thread } from '../queries.ts';
import type { Outgoing } from './outgoing.ts';

/** POST /tickets/{ticket_id}/messages, however often: the key says that it is the same message. */
export async function postMessage({ ticketId, type, body, idempotencyKey }: Outgoing): Promise<Message> {
  const options = { params: { ticket_id: ticketId }, body: { type, body }, idempotencyKey };
  return (await call('POST /tickets/{ticket_id}/messages', options)).body;
}

/** Shows a message that has arrived. It also changes its ticket: its version, its counts, perhaps its place in a list. */
export function showArrived(client: QueryClient, ticketId: string, message: Message): void {
  ownTickets.note(ticketId);
  client.setQueryData(thread(ticketId).queryKey, messages => messages && addOnce(messages, message));
  void client.invalidateQueries({ queryKey: ticketKeys.all });
  void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticketId) });
}

const addOnce = (messages: readonly Message[], message: Message): Message[] => [
  ...messages.filter(({ id }) => id !== message.id),
  message,
];

/** Closes a ticket whatever its version, for a page that is left and can wait for nothing. */
export const closeAtOnce = async (ticketId: string) =>
  (await call('PATCH /tickets/{ticket_id}', { params: { ticket_id: ticketId }, body: { state: 'closed' } })).body;

/** Closes the ticket of a message that was to close it, as an edit of its own, unless others have written meanwhile. */
export async function closeWith(reader: Reader, { ticketId, seenUntil }: Outgoing): Promise<void> {
  if (await hasNews(ticketId, seenUntil, reader.personId)) {
    showWarning(`#${ticketId} was not closed`, 'Your reply was sent; meanwhile somebody else wrote.');
    return;
  }
  const ticket = await reader.client.fetchQuery({ ...ticketItem(ticketId), staleTime: 0 });
  const { editTicket } = await import('../../tickets/edit/edit-ticket.ts');
  void editTicket(reader, ticket, { state: 'closed' });
}
