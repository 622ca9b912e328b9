import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract';
import { call } from '../../api-client/client.ts';
import { ignoreNotFound, isConflict, isNotFound } from '../../api-client/errors.ts';
import { activityKeys } from '../../tickets/activity/queries.ts';
import { ownTicketChanges } from '../../tickets/list/own-changes.ts';
import { ticketKeys } from '../../tickets/queries.ts';
import { showDone, showFailure, showUndo, showWarning } from '../../toasts/toast-store.ts';
import { loadMentions } from '../composer/mentions/load-mentions.ts';
import { threadQuery } from '../queries.ts';

/** New text for a version of a message. `undoes`: true if it restores the text before an edit. */
export type MessageEdit = { message: Message; body: string; undoes?: boolean };

/**
 * PATCH /tickets/{ticket_id}/messages/{message_id}. Optimistic, rolled back on errors, can be undone. On a conflict the
 * message stays unchanged and the thread is refetched.
 */
export function useUpdateMessage(ticketId: string) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (edit: MessageEdit) => patchMessage(client, ticketId, edit),
    onMutate: async ({ message, body }) => {
      await client.cancelQueries({ queryKey: threadQuery(ticketId).queryKey });
      updateInCache(client, ticketId, { ...message, body });
    },
    onSuccess: (stored, { message: before, undoes = false }) => {
      updateInCache(client, ticketId, stored);
      const undo = (): void => mutation.mutate({ message: stored, body: before.body, undoes: true });
      if (undoes) showDone(`Undone: edited ${describe(stored)}`);
      else showUndo(`Edited ${describe(stored)}`, undo);
    },
    onError: (error, { message, undoes = false }) => {
      updateInCache(client, ticketId, message);
      if (undoes) showUndoFailure(error);
      // On a conflict, the editor shows both versions.
      else if (!isConflict(error)) showFailure('Couldn’t save; your text is still here', error);
    },
    onSettled: async (_stored, error) => {
      const refetchedThread = refetch(client, ticketId);
      // The editor reopens once the other version is loaded.
      if (isConflict(error)) await refetchedThread;
    },
  });
  return mutation;
}

const describe = ({ type, ticket_id: ticketId }: Message): string =>
  `a ${type === 'note' ? 'note' : 'message'} in #${ticketId}`;

function showUndoFailure(error: Error): void {
  if (isConflict(error)) showWarning('Couldn’t undo', 'The message was changed in the meantime.');
  else if (isNotFound(error)) showWarning('Couldn’t undo', 'The message was deleted in the meantime.');
  else showFailure('Couldn’t undo', error);
}

async function patchMessage(client: QueryClient, ticketId: string, { message, body }: MessageEdit): Promise<Message> {
  const params = { ticket_id: ticketId, message_id: message.id };
  try {
    return (
      await call('PATCH /tickets/{ticket_id}/messages/{message_id}', {
        params,
        body: { body, ...(message.type === 'note' && { mentions: await loadMentions(client, body) }) },
        ifVersion: message.version,
      })
    ).body;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The response to a successful update may have been lost.
    const stored = (await call('GET /tickets/{ticket_id}/messages/{message_id}', { params })).body;
    if (stored.body === body) return stored;
    throw error;
  }
}

/** DELETE /tickets/{ticket_id}/messages/{message_id}; fails if the message was changed, succeeds if already deleted. */
export function useDeleteMessage(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Message) => {
      const params = { ticket_id: ticketId, message_id: id };
      await call('DELETE /tickets/{ticket_id}/messages/{message_id}', { params, ifVersion: version }).catch(
        ignoreNotFound,
      );
    },
    onSuccess: async (_nothing, { id: deletedId }) => {
      await client.cancelQueries({ queryKey: threadQuery(ticketId).queryKey });
      client.setQueryData(threadQuery(ticketId).queryKey, messages => messages?.filter(({ id }) => id !== deletedId));
    },
    onSettled: () => void refetch(client, ticketId),
  });
}

const updateInCache = (client: QueryClient, ticketId: string, message: Message): unknown =>
  client.setQueryData(threadQuery(ticketId).queryKey, messages =>
    messages?.map(each => (each.id === message.id ? message : each)),
  );

/**
 * Refetches the data that a message change affects: ticket, lists, counts, activity and thread. Resolves once the
 * thread is refetched, without waiting for the slower lists.
 */
function refetch(client: QueryClient, ticketId: string): Promise<void> {
  ownTicketChanges.add(ticketId);
  void client.invalidateQueries({ queryKey: ticketKeys.all });
  void client.invalidateQueries({ queryKey: activityKeys.forTicket(ticketId) });
  return client.invalidateQueries({ queryKey: threadQuery(ticketId).queryKey });
}
