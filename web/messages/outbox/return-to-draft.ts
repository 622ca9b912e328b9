import {
  getMessageDraft,
  getMessageDraftKey,
  mergeTyped,
  type ReturnReason,
  storeMessageDraft,
} from '../message-draft.ts';
import { withdrawHeldMail } from './held-mail.ts';
import { getOutgoing, removeOutgoing } from './outbox.ts';
import { isMailed, type Outgoing } from './outgoing.ts';

/** Returns the name of the lock for sending or returning a ticket's messages. All windows share the lock. */
export const getOutboxLockName = (personId: string, ticketId: string): string =>
  `stardesk outbox ${personId} ${ticketId}`;

/**
 * Moves a message from the outbox back to its draft. Inserts its text in front of the text typed since.
 *
 * @param returned the reason; null if the author undid the send
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
  // The message may have been delivered. Sending the same message again reuses the key, so that it is stored once.
  const mayHaveArrived = message.attemptedAt !== null && message.held === null && returned === null;
  const { body: text, files, recipients, sendAfter, mentions } = message;
  const attempt = mayHaveArrived && { idempotencyKey, sendAfter, mentions };
  const content = { text, files, recipients, typedRecipient: null, placeholders: [], returned, ...attempt };
  storeMessageDraft(draftKey, mergeTyped(content, getMessageDraft(draftKey)));
  removeOutgoing(personId, idempotencyKey);
  return message;
}

/**
 * Undoes a send. While a mailed reply is being sent, waits until the server holds its mail. Any other message that is
 * being sent cannot be undone.
 *
 * @returns null if it is too late: the message is being sent or was delivered
 * @throws {ApiError} {NetworkError} if the server does not withdraw a mail
 */
export const undoSend = (personId: string, { idempotencyKey, ...sent }: Outgoing): Promise<Outgoing | null> =>
  navigator.locks.request(getOutboxLockName(personId, sent.ticketId), { ifAvailable: !isMailed(sent) }, async lock => {
    const message = getOutgoing(personId, idempotencyKey);
    if (lock === null || !message || message.arrived) return null;
    if (message.held && !(await withdrawHeldMail(message, message.held))) return null;
    return returnToDraft(personId, idempotencyKey, null);
  });
