import type { QueryClient } from '@tanstack/react-query';
import { ApiError, explainError, mayRetryLater } from '../../api-client/errors.ts';
import { showFailure } from '../../toasts/toast-store.ts';
import type { ReturnReason } from '../message-draft.ts';
import { hasUnseenMessages } from '../unseen-messages.ts';
import { getOutgoing, removeOutgoing, updateOutgoing } from './outbox.ts';
import { getDelayUntilDue, getRetryDelay, isExpired, type Outgoing } from './outgoing.ts';
import { closeAfterDelivery, postMessage, showDelivered } from './post-message.ts';
import { getOutboxLockName, returnToDraft } from './return-to-draft.ts';

const tooManyRequests = 429;

export type DeliveryContext = {
  personId: string;
  client: QueryClient;
  /** Called for each message that was returned to its draft. */
  onReturn: (message: Outgoing, returned: ReturnReason) => void;
};

/**
 * Attempts to deliver a message that is due. Afterwards the message is delivered, stays in the outbox for a retry, or is
 * returned to its draft. Each step is stored in the outbox first, so that a different window or the next page can continue.
 *
 * @param key the message's idempotency key
 */
export async function attemptDelivery(delivery: DeliveryContext, key: string): Promise<void> {
  const { personId } = delivery;
  try {
    const message = getOutgoing(personId, key);
    if (!message) return;
    if (isExpired(message, Date.now())) return returnToAuthor(delivery, key, expired(message));
    // Checks without the lock, so that the author can still undo.
    if (await returnIfThreadChanged(delivery, key)) return;
    await navigator.locks.request(getOutboxLockName(personId, message.ticketId), () => send(delivery, key));
  } catch (error) {
    handleFailure(delivery, key, error);
  }
}

/**
 * Returns a reply to its draft if other people wrote messages that its author had not seen. Skips notes and messages that
 * may have been sent already.
 *
 * @returns whether the reply was returned
 *
 * @throws {ApiError} {NetworkError}
 */
export async function returnIfThreadChanged(delivery: DeliveryContext, key: string): Promise<boolean> {
  const message = getOutgoing(delivery.personId, key);
  if (message?.type !== 'reply' || message.attemptedAt !== null) return false;
  const { ticketId, seenUntil, closes } = message;
  if (!(await hasUnseenMessages(ticketId, seenUntil, delivery.personId))) return false;
  returnToAuthor(delivery, key, { why: 'new-messages', seenUntil, closes });
  return true;
}

/** Sends the message if still needed, and closes its ticket if requested. Requires the lock. */
async function send(delivery: DeliveryContext, key: string): Promise<void> {
  // Another window may have changed the message before this one got the lock.
  const message = getOutgoing(delivery.personId, key);
  if (!message || getDelayUntilDue(message, Date.now()) > 0) return;
  if (!message.arrived) await post(delivery, message);
  if (message.closes) await closeAfterDelivery(delivery, message);
  removeOutgoing(delivery.personId, key);
}

async function post({ personId, client }: DeliveryContext, message: Outgoing): Promise<void> {
  const { ticketId, idempotencyKey: key, attemptedAt, closes } = message;
  updateOutgoing(personId, key, { attemptedAt: attemptedAt ?? Date.now(), problem: null });
  try {
    const arrived = await postMessage(message);
    if (closes) updateOutgoing(personId, key, { arrived: true, failures: 0 });
    else removeOutgoing(personId, key);
    showDelivered(client, ticketId, arrived);
  } catch (error) {
    // The server did nothing, so the message is as unsent as before.
    if (error instanceof ApiError && error.status === tooManyRequests) updateOutgoing(personId, key, { attemptedAt });
    throw error;
  }
}

/** Handles a failed attempt: schedules a retry, leaves the ticket open, or returns the message to its draft. */
function handleFailure(delivery: DeliveryContext, key: string, error: unknown): void {
  const { personId } = delivery;
  const message = getOutgoing(personId, key);
  if (!message) return;
  if (mayRetryLater(error)) {
    const failures = message.failures + 1;
    updateOutgoing(personId, key, {
      failures,
      dueAt: Date.now() + getRetryDelay(failures),
      problem: explainError(error),
    });
  } else if (message.arrived) {
    removeOutgoing(personId, key);
    showFailure(`#${message.ticketId} was not closed; your reply was sent`, error);
  } else {
    const requestId = error instanceof ApiError ? error.requestId : null;
    returnToAuthor(delivery, key, { why: 'rejected', reason: explainError(error), requestId });
  }
}

function returnToAuthor({ personId, onReturn }: DeliveryContext, key: string, returned: ReturnReason): void {
  const message = returnToDraft(personId, key, returned);
  if (message) onReturn(message, returned);
}

function expired({ attemptedAt }: Outgoing): ReturnReason {
  if (attemptedAt !== null) return { why: 'unknown-outcome' };
  return { why: 'rejected', reason: 'It waited for a day. Check that it is still up to date.', requestId: null };
}
