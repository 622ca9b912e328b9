import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '#contract';
import { call } from '../../api-client/client.ts';
import { resolvePictures } from '../../files/draft-file.ts';
import { mailKeys } from '../../mail/mail-keys.ts';
import { activityKeys } from '../../tickets/activity/queries.ts';
import type { EditContext } from '../../tickets/edit/edit-toasts.ts';
import { ownTicketChanges } from '../../tickets/list/own-changes.ts';
import { stateLooks } from '../../tickets/looks.ts';
import { ticketItem, ticketKeys } from '../../tickets/queries.ts';
import { showWarning } from '../../toasts/toast-store.ts';
import { messageKeys, threadQuery } from '../queries.ts';
import { filterUnseen, hasUnseenMessages } from '../unseen-messages.ts';
import type { HeldMail, Outgoing, SendableMessage } from './outgoing.ts';

/**
 * Posts a message and shows it in this window. Runs as a mutation, because live updates wait for mutations. Otherwise
 * the thread would briefly show the message twice, as stored and as outgoing.
 *
 * @throws {ApiError} {NetworkError}
 */
export function postAndShow(client: QueryClient, message: SendableMessage): Promise<Message> {
  const mutationFn = async (): Promise<Message> => {
    const stored = await postMessage(message);
    const { queryKey } = threadQuery(message.ticketId);
    client.setQueryData(queryKey, messages => messages && addOnce(messages, stored));
    ownTicketChanges.add(message.ticketId);
    return stored;
  };
  return client.getMutationCache().build(client, { mutationFn, gcTime: 0 }).execute(undefined);
}

/**
 * Options of a request that is sent while the person leaves the page. The request does not wait until the desk is
 * reachable: browsers abort other requests of a closing page, which looks like an outage.
 */
export const whileLeaving = { repeatable: false } as const;

/**
 * POST /tickets/{ticket_id}/messages. Can be repeated: the key identifies the message.
 *
 * @throws {ApiError} {NetworkError}
 */
export async function postMessage(
  { ticketId, type, recipients, mentions, sendAfter, idempotencyKey, ...message }: SendableMessage,
  requestOptions?: typeof whileLeaving,
) {
  const { to, cc, bcc } = recipients ?? {};
  const mail = to && cc && bcc && { to: [...to], cc: [...cc], bcc: [...bcc] };
  const attachmentIds = message.files.flatMap(({ attachmentId }) => attachmentId ?? []);
  const body = {
    ...{ type, body: resolvePictures(message.body, message.files) },
    ...mail,
    ...(mentions.length > 0 && { mentions: [...mentions] }),
    ...(sendAfter !== null && { send_after: sendAfter }),
    ...(attachmentIds.length > 0 && { attachment_ids: attachmentIds }),
  };
  const options = { params: { ticket_id: ticketId }, body, idempotencyKey, ...requestOptions };
  return (await call('POST /tickets/{ticket_id}/messages', options)).body;
}

/** Removes a withdrawn message from the thread in this window. */
export function showWithdrawn(client: QueryClient, ticketId: string, { messageId }: HeldMail): void {
  const { queryKey } = threadQuery(ticketId);
  client.setQueryData(queryKey, messages => messages?.filter(({ id }) => id !== messageId));
  // Setting the data also marks the query as fresh, although a live update may have invalidated it before.
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: activityKeys.forTicket(ticketId) });
}

/** Refetches the data that a delivered or withdrawn message changes: tickets, thread and mail. */
export function refetchAfterDelivery(client: QueryClient, ticketId: string): void {
  ownTicketChanges.add(ticketId);
  void client.invalidateQueries({ queryKey: ticketKeys.all });
  void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticketId) });
  void client.invalidateQueries({ queryKey: mailKeys.deliveriesOfTicket(ticketId) });
}

const addOnce = (messages: readonly Message[], message: Message): Message[] => [
  ...messages.filter(({ id }) => id !== message.id),
  message,
];

/**
 * Closes a ticket when the user leaves the page, without waiting for the message. Accepts the last known version and
 * the next version, which the message creates. A single change by another person just before the page is left is
 * therefore not detected. After any other change, the request fails, and the outbox tries again on the next visit.
 *
 * @throws {ApiError} {NetworkError}
 */
export async function closeWithoutWaiting(
  { client, personId }: EditContext,
  { ticketId, seenUntil, seenState }: Outgoing,
): Promise<void> {
  const ticket = client.getQueryData(ticketItem(ticketId).queryKey);
  const messages = client.getQueryData(threadQuery(ticketId).queryKey) ?? [];
  // A live update may have changed the ticket since the author saw it.
  if (!ticket || ticket.state !== seenState || filterUnseen(messages, seenUntil, personId).length > 0) return;
  const { version } = ticket;
  const options = { params: { ticket_id: ticketId }, ifVersion: [version, version + 1], ...whileLeaving };
  await call('PATCH /tickets/{ticket_id}', { ...options, body: { state: 'closed' } });
}

/**
 * Closes the ticket after delivery, unless other people wrote or changed its state.
 *
 * @throws {ApiError} {NetworkError} if a request fails
 */
export async function closeAfterDelivery(
  context: EditContext,
  { ticketId, seenUntil, seenState }: Outgoing,
): Promise<void> {
  if (await hasUnseenMessages(ticketId, seenUntil, context.personId)) {
    showWarning(`#${ticketId} was not closed`, 'Your reply was sent, but someone else wrote in the meantime.');
    return;
  }
  const ticket = await context.client.fetchQuery({ ...ticketItem(ticketId), staleTime: 0 });
  if (seenState !== null && ticket.state !== seenState && ticket.state !== 'closed') {
    const { label } = stateLooks[ticket.state];
    showWarning(
      `#${ticketId} was not closed`,
      `Your reply was sent, but the state was set to ${label} in the meantime.`,
    );
    return;
  }
  const { editTicket } = await import('../../tickets/edit/edit-ticket.ts');
  void editTicket(context, ticket, { state: 'closed' });
}
