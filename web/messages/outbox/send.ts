import { useQueryClient } from '@tanstack/react-query';
import type { MessageType } from '#contract/vocabulary';
import { usePerson } from '../../session/person.ts';
import { ticketItem } from '../../tickets/queries.ts';
import { showToast } from '../../toasts/toast-store.ts';
import { keepMessage, messagePlace } from '../drafts.ts';
import { seenUntil } from '../news.ts';
import { findOutgoing, onOutboxChange, queueOutgoing } from './outbox.ts';
import { type Outgoing, undoMilliseconds } from './outgoing.ts';
import { useTakeBack } from './show-return.ts';

/** A message from the composer. `idempotencyKey`: of an earlier attempt to send the same text, if any. */
export type Composed = { type: MessageType; body: string; closes: boolean; idempotencyKey: string | null };

/** Moves a message from its draft to the outbox. A reply can be undone for five seconds; a note is sent immediately. */
export function useSend(ticketId: string): (composed: Composed) => void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const takeBack = useTakeBack();
  return ({ type, body, closes, idempotencyKey }) => {
    const now = Date.now();
    const message: Outgoing = {
      idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      ticketId,
      type,
      body,
      closes,
      seenUntil: seenUntil(ticketId),
      seenState: client.getQueryData(ticketItem(ticketId).queryKey)?.state ?? null,
      queuedAt: now,
      dueAt: type === 'reply' ? now + undoMilliseconds : now,
      attemptedAt: null,
      failures: 0,
      problem: null,
      arrived: false,
    };
    queueOutgoing(personId, message);
    keepMessage(messagePlace(personId, ticketId, type), {});
    if (type === 'reply') offerUndo(personId, message, () => takeBack(message));
  };
}

/** Shows a toast with Undo for as long as the message can be undone. */
function offerUndo(personId: string, { idempotencyKey, ticketId, closes }: Outgoing, undo: () => void): void {
  const dismiss = showToast({
    tone: 'done',
    title: closes ? `Sending to #${ticketId}, then closing it` : `Sending to #${ticketId}`,
    action: { label: 'Undo send', run: undo },
    milliseconds: undoMilliseconds,
  });
  const stop = onOutboxChange(personId, () => {
    const message = findOutgoing(personId, idempotencyKey);
    if (message && message.attemptedAt === null) return;
    stop();
    dismiss();
  });
}
