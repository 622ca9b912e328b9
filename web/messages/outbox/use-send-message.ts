import { useQueryClient } from '@tanstack/react-query';
import type { MessageType } from '#contract/enums';
import { usePerson } from '../../session/person.ts';
import { ticketItem } from '../../tickets/queries.ts';
import { showToast } from '../../toasts/toast-store.ts';
import { getMessageDraftKey, storeMessageDraft } from '../message-draft.ts';
import { getSeenUntil } from '../unseen-messages.ts';
import { getOutgoing, onOutboxChange, queueOutgoing } from './outbox.ts';
import { type Outgoing, undoSendMilliseconds } from './outgoing.ts';
import { useUndoSend } from './show-returned-message.ts';

/** A message from the composer. `idempotencyKey`: of an earlier attempt to send the same text, if any. */
export type ComposedMessage = { type: MessageType; body: string; closes: boolean; idempotencyKey: string | null };

/** Moves a message from its draft to the outbox. A reply can be undone for five seconds; a note is sent immediately. */
export function useSendMessage(ticketId: string): (composed: ComposedMessage) => void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const undoSend = useUndoSend();
  return ({ type, body, closes, idempotencyKey }) => {
    const now = Date.now();
    const message: Outgoing = {
      idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      ticketId,
      type,
      body,
      closes,
      seenUntil: getSeenUntil(ticketId),
      seenState: client.getQueryData(ticketItem(ticketId).queryKey)?.state ?? null,
      queuedAt: now,
      dueAt: type === 'reply' ? now + undoSendMilliseconds : now,
      attemptedAt: null,
      failures: 0,
      problem: null,
      arrived: false,
    };
    queueOutgoing(personId, message);
    storeMessageDraft(getMessageDraftKey(personId, ticketId, type), {});
    if (type === 'reply') offerUndo(personId, message, () => undoSend(message));
  };
}

/** Shows a toast with Undo for as long as the message can be undone. */
function offerUndo(personId: string, { idempotencyKey, ticketId, closes }: Outgoing, undo: () => void): void {
  const dismiss = showToast({
    tone: 'done',
    title: closes ? `Sending to #${ticketId}, then closing it` : `Sending to #${ticketId}`,
    action: { label: 'Undo send', run: undo },
    milliseconds: undoSendMilliseconds,
  });
  const stop = onOutboxChange(personId, () => {
    const message = getOutgoing(personId, idempotencyKey);
    if (message && message.attemptedAt === null) return;
    stop();
    dismiss();
  });
}
