import type { QueryClient } from '@tanstack/react-query';
import { getServerTime } from '../../api-client/connection/server-clock.ts';
import { ApiError, explainError, mayRetryLater } from '../../api-client/errors.ts';
import { isUploaded } from '../../files/draft-file.ts';
import { uploadStates } from '../../files/upload-states.ts';
import { showFailure } from '../../toasts/toast-store.ts';
import { loadMentions } from '../composer/mentions/load-mentions.ts';
import type { ReturnReason } from '../message-draft.ts';
import { hasUnseenMessages } from '../unseen-messages.ts';
import { releaseHeldMail, withdrawHeldMail } from './held-mail.ts';
import { getOutgoing, listOutbox, removeOutgoing, updateOutgoing } from './outbox.ts';
import {
  getDelayUntilDue,
  getRetryDelay,
  getSendAfter,
  hasMentions,
  isExpired,
  isUndoable,
  isWaitingForFiles,
  type Outgoing,
  type SendableMessage,
  undoSendMilliseconds,
} from './outgoing.ts';
import { closeAfterDelivery, postAndShow, showWithdrawn } from './post-message.ts';
import { getOutboxLockName, returnToDraft } from './return-to-draft.ts';

const tooManyRequests = 429;

export type DeliveryContext = {
  personId: string;
  client: QueryClient;
  /** Called for each message that was returned to its draft with a reason. */
  onReturn: (message: Outgoing, returned: ReturnReason) => void;
};

/**
 * Attempts the next step of a due message. The step sends the message or lets the server mail it. Afterwards the
 * message is delivered, stays in the outbox for the next step or a retry, or is returned to its draft. Each step is
 * stored in the outbox first, so that another window or a later visit can continue.
 *
 * @param key the message's idempotency key
 */
export async function deliverMessage(context: DeliveryContext, key: string): Promise<void> {
  const { personId } = context;
  try {
    const message = getOutgoing(personId, key);
    if (!message) return;
    if (isExpired(message, Date.now())) return returnToAuthor(context, key, getExpiryReason(message));
    // Checks without the lock, so that the author can still undo.
    if (await returnIfThreadChanged(context, key)) return;
    await addMentions(context, key);
    await navigator.locks.request(getOutboxLockName(personId, message.ticketId), () => send(context, key));
  } catch (error) {
    handleFailure(context, key, error);
  }
}

/**
 * Returns a reply to its draft if its author has not seen a newer message. Skips notes, and messages that may have been
 * mailed or delivered already.
 *
 * @returns true if the reply was returned, or has left the outbox in the meantime
 * @throws {ApiError} {NetworkError} if a request fails
 */
export async function returnIfThreadChanged(context: DeliveryContext, key: string): Promise<boolean> {
  const message = getOutgoing(context.personId, key);
  if (message?.type !== 'reply' || !isUndoable(message)) return false;
  const { ticketId, seenUntil, closes } = message;
  if (!(await hasUnseenMessages(ticketId, seenUntil, context.personId))) return false;
  return navigator.locks.request(getOutboxLockName(context.personId, ticketId), async () => {
    // Another window may have sent or returned the message before this window got the lock.
    const latest = getOutgoing(context.personId, key);
    if (!latest || !isUndoable(latest)) return latest === null;
    if (latest.held && !(await withdrawHeldMail(latest, latest.held))) return false;
    returnToAuthor(context, key, { why: 'new-messages', seenUntil, closes });
    if (latest.held) showWithdrawn(context.client, ticketId, latest.held);
    return true;
  });
}

/**
 * Finds and stores the people whom a note mentions, unless they are stored already. Every attempt must mention the same
 * people.
 *
 * @throws {ApiError} {NetworkError} if the people cannot be loaded
 */
async function addMentions({ personId, client }: DeliveryContext, key: string): Promise<void> {
  const message = getOutgoing(personId, key);
  if (message?.mentions !== null) return;
  const mentions = await loadMentions(client, message.body);
  // Another window may have sent the note in the meantime.
  if (getOutgoing(personId, key)?.mentions === null) updateOutgoing(personId, key, { mentions });
}

/** Sends the message if it is still queued, and closes its ticket if requested. Requires the lock. */
async function send(context: DeliveryContext, key: string): Promise<void> {
  // Another window may have changed the message before this window got the lock.
  const message = getOutgoing(context.personId, key);
  if (!message || !hasMentions(message) || isWaitingForFiles(message) || getDelayUntilDue(message, Date.now()) > 0)
    return;
  if (message.held && !message.arrived) return release(context, message);
  if (!message.arrived && (await post(context, message)) === 'held') return;
  await finish(context, message);
}

async function finish(context: DeliveryContext, message: Outgoing): Promise<void> {
  if (message.closes) await closeAfterDelivery(context, message);
  removeOutgoing(context.personId, message.idempotencyKey);
}

/** Lets the server mail a reply that can no longer be undone. Completes an undo that was interrupted. */
async function release(context: DeliveryContext, message: Outgoing): Promise<void> {
  const { personId, client } = context;
  const { ticketId, idempotencyKey: key, held, closes } = message;
  if (!held) return;
  if (!(await releaseHeldMail(held))) {
    await withdrawHeldMail(message, held);
    returnToDraft(personId, key, null);
    return showWithdrawn(client, ticketId, held);
  }
  if (closes) updateOutgoing(personId, key, { arrived: true, failures: 0 });
  await finish(context, message);
}

/** @returns `held` if the server holds the mail until `send_after`, so that sending can be undone */
async function post({ personId, client }: DeliveryContext, message: SendableMessage): Promise<'held' | 'delivered'> {
  const { idempotencyKey: key, attemptedAt, queuedAt, closes } = message;
  const sendAfter = getSendAfter(message, Date.now(), getServerTime());
  updateOutgoing(personId, key, { attemptedAt: attemptedAt ?? Date.now(), sendAfter, problem: null });
  try {
    const stored = await postAndShow(client, { ...message, sendAfter });
    const { id: messageId, delivery_id: deliveryId, send_after: heldUntil } = stored;
    const held = deliveryId !== null && heldUntil !== null ? { messageId, deliveryId } : null;
    if (held) updateOutgoing(personId, key, { held, dueAt: queuedAt + undoSendMilliseconds, failures: 0 });
    else if (closes) updateOutgoing(personId, key, { arrived: true, failures: 0 });
    return held ? 'held' : 'delivered';
  } catch (error) {
    // The server did not process the request, so it does not count as an attempt.
    if (error instanceof ApiError && error.status === tooManyRequests) updateOutgoing(personId, key, { attemptedAt });
    throw error;
  }
}

/** Schedules a retry, leaves the ticket open, or returns the message to its draft. */
function handleFailure(context: DeliveryContext, key: string, error: unknown): void {
  const { personId } = context;
  const message = getOutgoing(personId, key);
  if (!message) return;
  if (mayRetryLater(error)) {
    const failures = message.failures + 1;
    updateOutgoing(personId, key, {
      failures,
      dueAt: Date.now() + getRetryDelay(failures),
      problem: explainError(error),
    });
  } else if (message.arrived || message.held) {
    removeOutgoing(personId, key);
    if (message.closes) showFailure(`#${message.ticketId} was not closed; your reply was sent`, error);
  } else {
    const requestId = error instanceof ApiError ? error.requestId : null;
    returnToAuthor(context, key, {
      why: 'rejected',
      reason: explainError(error),
      requestId,
      closes: message.closes,
    });
  }
}

/** Returns messages to their drafts if one of their files could not be uploaded. */
export function returnFailedUploads(context: DeliveryContext): void {
  const states = uploadStates.read();
  for (const { idempotencyKey: key, files, closes } of listOutbox(context.personId)) {
    const failed = files.find(file => !isUploaded(file) && states.get(file.key)?.is === 'failed');
    if (failed) {
      const reason = `Couldn’t upload the file “${failed.name}”.`;
      returnToAuthor(context, key, { why: 'rejected', reason, requestId: null, closes });
    }
  }
}

function returnToAuthor({ personId, onReturn }: DeliveryContext, key: string, returned: ReturnReason): void {
  const message = returnToDraft(personId, key, returned);
  if (message) onReturn(message, returned);
}

function getExpiryReason({ attemptedAt, closes }: Outgoing): ReturnReason {
  if (attemptedAt !== null) return { why: 'unknown-outcome', closes };
  const reason = 'It waited in the outbox for almost a day. Check that it is still up to date.';
  return { why: 'rejected', reason, requestId: null, closes };
}
