import { useQueryClient } from '@tanstack/react-query';
import { reportSent } from '../../presence/announce-presence.ts';
import { usePerson } from '../../session/person.ts';
import { ticketItem } from '../../tickets/queries.ts';
import { showToast } from '../../toasts/toast-store.ts';
import { findLoadedMentions } from '../composer/mentions/load-mentions.ts';
import { getMessageDraftKey, storeMessageDraft } from '../message-draft.ts';
import { getSeenUntil } from '../unseen-messages.ts';
import { getOutgoing, onOutboxChange, queueOutgoing } from './outbox.ts';
import { isMailed, isUndoable, type Outgoing, undoSendMilliseconds } from './outgoing.ts';
import { useUndoSend } from './show-returned-message.ts';

/**
 * A message from the composer. `idempotencyKey`, `sendAfter` and `mentions` come from an earlier attempt to send it, if
 * any.
 */
export type ComposedMessage = Pick<
  Outgoing,
  'type' | 'body' | 'files' | 'recipients' | 'closes' | 'sendAfter' | 'mentions'
> & { idempotencyKey: string | null };

/**
 * Moves a message from its draft to the outbox. Sending a reply can be undone for five seconds: the server holds its
 * mail, or else the page holds the reply. A note is sent immediately.
 */
export function useSendMessage(ticketId: string): (composed: ComposedMessage) => void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const undoSend = useUndoSend();
  return ({ idempotencyKey, ...composed }) => {
    const { type } = composed;
    const now = Date.now();
    const message: Outgoing = {
      idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      ticketId,
      ...composed,
      mentions: composed.mentions ?? (type === 'note' ? findLoadedMentions(client, composed.body) : []),
      held: null,
      seenUntil: getSeenUntil(ticketId),
      seenState: client.getQueryData(ticketItem(ticketId).queryKey)?.state ?? null,
      queuedAt: now,
      // A repeated attempt must send the same request, without a new `sendAfter`. The page holds the message instead.
      dueAt: type === 'note' || (isMailed(composed) && idempotencyKey === null) ? now : now + undoSendMilliseconds,
      attemptedAt: null,
      failures: 0,
      problem: null,
      arrived: false,
    };
    queueOutgoing(personId, message);
    reportSent(ticketId);
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
    if (message && (isUndoable(message) || isMailed(message))) return;
    stop();
    dismiss();
  });
}
