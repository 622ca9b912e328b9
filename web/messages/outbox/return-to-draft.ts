import {
  getMessageDraft,
  getMessageDraftKey,
  prependReturnedText,
  type ReturnReason,
  storeMessageDraft,
} from '../message-draft.ts';
import { getOutgoing, removeOutgoing } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';

/** Returns the name of the lock for sending or returning a ticket's messages: one at a time across windows. */
export const getOutboxLockName = (personId: string, ticketId: string): string =>
  `stardesk outbox ${personId} ${ticketId}`;

/**
 * Moves a message from the outbox back to its draft, before the text typed since.
 *
 * @param returned the reason; null if the author undid it
 * @returns the message; null if it is no longer in the outbox
 */
export function returnToDraft(
  personId: string,
  idempotencyKey: string,
  returned: ReturnReason | null,
): Outgoing | null {
  const message = getOutgoing(personId, idempotencyKey);
  if (!message) return null;
  const draftKey = getMessageDraftKey(personId, message.ticketId, message.type);
  const text = prependReturnedText(message.body, getMessageDraft(draftKey).text);
  // The message may have been delivered: sending the same text again reuses the key, so it is stored once.
  const mayHaveArrived = message.attemptedAt !== null && returned === null && text === message.body;
  storeMessageDraft(draftKey, { text, returned, idempotencyKey: mayHaveArrived ? idempotencyKey : null });
  removeOutgoing(personId, idempotencyKey);
  return message;
}

/** Undoes a send. Returns null if it is too late: the message is being sent or was delivered. */
export const undoSend = (personId: string, { idempotencyKey, ticketId }: Outgoing): Promise<Outgoing | null> =>
  navigator.locks.request(getOutboxLockName(personId, ticketId), { ifAvailable: true }, lock =>
    lock === null || getOutgoing(personId, idempotencyKey)?.arrived
      ? null
      : returnToDraft(personId, idempotencyKey, null),
  );
