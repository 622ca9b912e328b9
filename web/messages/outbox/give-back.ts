import { findMessage, joinTexts, keepMessage, messagePlace, type Returned } from '../drafts.ts';
import { findOutgoing, forgetOutgoing } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';

/** One at a time, in whatever window: a ticket's messages are sent, or taken back. */
export const lockOf = (personId: string, ticketId: string): string => `stardesk outbox ${personId} ${ticketId}`;

/**
 * Makes a message its author's again: it stands in its draft, before anything typed since.
 *
 * @param returned why, where it was not its author who asked for it
 * @returns null when it is on its way no more
 */
export function giveBack(personId: string, idempotencyKey: string, returned: Returned | null): Outgoing | null {
  const message = findOutgoing(personId, idempotencyKey);
  if (!message) return null;
  const place = messagePlace(personId, message.ticketId, message.type);
  const text = joinTexts(message.body, findMessage(place).text);
  // The very text of an attempt whose end nobody knows goes under the same key again.
  const isUncertain = message.attemptedAt !== null && returned === null && text === message.body;
  keepMessage(place, { text, returned, idempotencyKey: isUncertain ? idempotencyKey : null });
  forgetOutgoing(personId, idempotencyKey);
  return message;
}

/** Takes a message back for its author; null when that is too late, since it is being sent or has arrived. */
export const takeBack = (personId: string, { idempotencyKey, ticketId }: Outgoing): Promise<Outgoing | null> =>
  navigator.locks.request(lockOf(personId, ticketId), { ifAvailable: true }, lock =>
    lock === null || findOutgoing(personId, idempotencyKey)?.arrived ? null : giveBack(personId, idempotencyKey, null),
  );
