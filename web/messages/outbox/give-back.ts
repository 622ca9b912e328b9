import { findMessage, joinTexts, keepMessage, messagePlace, type Returned } from '../drafts.ts';
import { findOutgoing, forgetOutgoing } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';

/** The name of the lock under which a ticket's messages are sent or taken back: one at a time, in whatever window. */
export const lockOf = (personId: string, ticketId: string): string => `stardesk outbox ${personId} ${ticketId}`;

/**
 * Gives a message that is on its way back to its author: out of the outbox and into the draft, before anything typed
 * since.
 *
 * @param returned why; null where its author asked for it
 * @returns the message; null where it is no longer in the outbox
 */
export function giveBack(personId: string, idempotencyKey: string, returned: Returned | null): Outgoing | null {
  const message = findOutgoing(personId, idempotencyKey);
  if (!message) return null;
  const place = messagePlace(personId, message.ticketId, message.type);
  const text = joinTexts(message.body, findMessage(place).text);
  // It may have arrived: if its author sends the very same text again, that goes under the same key and is not doubled.
  const mayHaveArrived = message.attemptedAt !== null && returned === null && text === message.body;
  keepMessage(place, { text, returned, idempotencyKey: mayHaveArrived ? idempotencyKey : null });
  forgetOutgoing(personId, idempotencyKey);
  return message;
}

/** Takes a message back because its author wants it; null when that is too late: it is being sent, or has arrived. */
export const takeBack = (personId: string, { idempotencyKey, ticketId }: Outgoing): Promise<Outgoing | null> =>
  navigator.locks.request(lockOf(personId, ticketId), { ifAvailable: true }, lock =>
    lock === null || findOutgoing(personId, idempotencyKey)?.arrived ? null : giveBack(personId, idempotencyKey, null),
  );
