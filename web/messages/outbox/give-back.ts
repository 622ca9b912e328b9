import { findMessage, joinTexts, keepMessage, messagePlace, type Returned } from '../drafts.ts';
import { findOutgoing, forgetOutgoing } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';

/** Returns the name of the lock for sending or returning a ticket's messages: one at a time across windows. */
export const lockOf = (personId: string, ticketId: string): string => `stardesk outbox ${personId} ${ticketId}`;

/**
 * Moves a message from the outbox back to its draft, before the text typed since.
 *
 * @param returned the reason; null if the author undid it
 * @returns the message; null if it is no longer in the outbox
 */
export function giveBack(personId: string, idempotencyKey: string, returned: Returned | null): Outgoing | null {
  const message = findOutgoing(personId, idempotencyKey);
  if (!message) return null;
  const place = messagePlace(personId, message.ticketId, message.type);
  const text = joinTexts(message.body, findMessage(place).text);
  // It may have been delivered: sending the same text again reuses the key, so that it is not duplicated.
  const mayHaveArrived = message.attemptedAt !== null && returned === null && text === message.body;
  keepMessage(place, { text, returned, idempotencyKey: mayHaveArrived ? idempotencyKey : null });
  forgetOutgoing(personId, idempotencyKey);
  return message;
}

/** Undoes a send. Returns null if it is too late: the message is being sent or was delivered. */
export const takeBack = (personId: string, { idempotencyKey, ticketId }: Outgoing): Promise<Outgoing | null> =>
  navigator.locks.request(lockOf(personId, ticketId), { ifAvailable: true }, lock =>
    lock === null || findOutgoing(personId, idempotencyKey)?.arrived ? null : giveBack(personId, idempotencyKey, null),
  );
