import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract';
import { activityKeys } from '../../activity/queries.ts';
import { call } from '../../api.ts';
import { isConflict, isGone } from '../../api-errors.ts';
import { showDone, showFailure, showUndo, showWarning } from '../../notices/notices.ts';
import { ticketKeys } from '../../tickets/queries.ts';
import { thread } from '../queries.ts';

/** A new text for a message, in place of the version that its author saw. `undoes`: it is the text before their edit. */
export type MessageEdit = { message: Message; body: string; undoes?: boolean };

/**
 * PATCH /tickets/{ticket_id}/messages/{message_id}. Shown at once, put back if refused; can be undone. Where the message
 * has changed since it was seen, nothing is done and the thread is read again.
 */
export function useUpdateMessage(ticketId: string) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (edit: MessageEdit) => patchMessage(ticketId, edit),
    onMutate: async ({ message, body }) => {
      await client.cancelQueries({ queryKey: thread(ticketId).queryKey });
      showMessage(client, ticketId, { ...message, body });
    },
    onSuccess: (stored, { message: before, undoes = false }) => {
      showMessage(client, ticketId, stored);
      const undo = (): void => mutation.mutate({ message: stored, body: before.body, undoes: true });
      if (undoes) showDone(`Undone: changed ${describe(stored)}`);
      else showUndo(`Changed ${describe(stored)}`, undo);
    },
    onError: (error, { message, undoes = false }) => {
      showMessage(client, ticketId, message);
      if (undoes) tellNotUndone(error);
      // A conflict is shown where the message stands, with both texts.
      else if (!isConflict(error)) showFailure('Not saved; your text is still here', error);
    },
    onSettled: async (_stored, error) => {
      const threadIsRead = readAgain(client, ticketId);
      // The editor opens again when there is the other text to compare with.
      if (isConflict(error)) await threadIsRead;
    },
  });
  return mutation;
}

const describe = ({ type, ticket_id: ticketId }: Message): string =>
  `a ${type === 'note' ? 'note' : 'message'} of #${ticketId}`;

function tellNotUndone(error: Error): void {
  if (isConflict(error)) showWarning('Not undone', 'Somebody changed it in the meantime.');
  else if (isGone(error)) showWarning('Not undone', 'Somebody deleted it in the meantime.');
  else showFailure('Not undone', error);
}

async function patchMessage(ticketId: string, { message, body }: MessageEdit): Promise<Message> {
  const params = { ticket_id: ticketId, message_id: message.id };
  try {
    return (
      await call('PATCH /tickets/{ticket_id}/messages/{message_id}', {
        params,
        body: { body },
        ifVersion: message.version,
      })
    ).body;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // An answer that got lost may have been a yes.
    const stored = (await call('GET /tickets/{ticket_id}/messages/{message_id}', { params })).body;
    if (stored.body === body) return stored;
    throw error;
  }
}

/** DELETE /tickets/{ticket_id}/messages/{message_id}, unless somebody changed it meanwhile. What is gone already is done. */
export function useDeleteMessage(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Message) => {
      const params = { ticket_id: ticketId, message_id: id };
      await call('DELETE /tickets/{ticket_id}/messages/{message_id}', { params, ifVersion: version }).catch(takeGone);
    },
    onSuccess: async (_nothing, { id: gone }) => {
      await client.cancelQueries({ queryKey: thread(ticketId).queryKey });
      client.setQueryData(thread(ticketId).queryKey, messages => messages?.filter(({ id }) => id !== gone));
    },
    onSettled: () => void readAgain(client, ticketId),
  });
}

function takeGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

const showMessage = (client: QueryClient, ticketId: string, message: Message): unknown =>
  client.setQueryData(thread(ticketId).queryKey, messages =>
    messages?.map(each => (each.id === message.id ? message : each)),
  );

/**
 * A message also changes its ticket: its version, its counts, perhaps its position in a list. Resolves once the thread is
 * read; nothing waits for the lists, which may be slow.
 */
function readAgain(client: QueryClient, ticketId: string): Promise<void> {
  void client.invalidateQueries({ queryKey: ticketKeys.all });
  void client.invalidateQueries({ queryKey: activityKeys.ofTicket(ticketId) });
  return client.invalidateQueries({ queryKey: thread(ticketId).queryKey });
}
