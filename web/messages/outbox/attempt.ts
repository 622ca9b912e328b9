import type { QueryClient } from '@tanstack/react-query';
import { ApiError, explain, maySucceedLater } from '../../api-errors.ts';
import { showFailure } from '../../notices/notices.ts';
import type { Returned } from '../drafts.ts';
import { hasNews } from '../news.ts';
import { giveBack, lockOf } from './give-back.ts';
import { changeOutgoing, findOutgoing, forgetOutgoing } from './outbox.ts';
import { delayAfter, delayUntilDue, isExpired, type Outgoing } from './outgoing.ts';
import { closeWith, postMessage, showArrived } from './post.ts';

const tooManyRequests = 429;

/** Whose messages are delivered, and who hears of those that are not. */
export type Delivery = {
  personId: string;
  client: QueryClient;
  /** Called with a message that is its author's again, and why. */
  onReturn: (message: Outgoing, returned: Returned) => void;
};

/**
 * One attempt to deliver a message that is due. It ends in one of three ways: the message has arrived and leaves the
 * outbox; it stays, to be tried again later; or it is its author's again. Each step is noted in the outbox before the next
 * one is taken, so that another window, or the next page, can go on from there.
 *
 * @param key the message's idempotency key
 */
export async function attempt(delivery: Delivery, key: string): Promise<void> {
  const { personId } = delivery;
  try {
    const message = findOutgoing(personId, key);
    if (!message) return;
    if (isExpired(message, Date.now())) return returnToAuthor(delivery, key, expired(message));
    // Without the lock: however long the answer takes, its author may still take it back.
    if (await returnIfOvertaken(delivery, key)) return;
    await navigator.locks.request(lockOf(personId, message.ticketId), () => send(delivery, key));
  } catch (error) {
    takeFailure(delivery, key, error);
  }
}

/**
 * Asks whether others wrote what the author of a reply had not seen when they sent it; then the reply is theirs again.
 * Answers whether it is. Notes, and what may have been sent already, are not asked about.
 *
 * @throws {ApiError} {NetworkError}
 */
export async function returnIfOvertaken(delivery: Delivery, key: string): Promise<boolean> {
  const message = findOutgoing(delivery.personId, key);
  if (message?.type !== 'reply' || message.attemptedAt !== null) return false;
  const { ticketId, seenUntil, closes } = message;
  if (!(await hasNews(ticketId, seenUntil, delivery.personId))) return false;
  returnToAuthor(delivery, key, { why: 'news', seenUntil, closes });
  return true;
}

/** Sends the message, if that is still to be done, and closes its ticket, if it was to. Needs the lock. */
async function send(delivery: Delivery, key: string): Promise<void> {
  // Another window may have had the lock before: what it left of the message counts.
  const message = findOutgoing(delivery.personId, key);
  if (!message || delayUntilDue(message, Date.now()) > 0) return;
  if (!message.arrived) await post(delivery, message);
  if (message.closes) await closeWith(delivery, message);
  forgetOutgoing(delivery.personId, key);
}

async function post({ personId, client }: Delivery, message: Outgoing): Promise<void> {
  const { ticketId, idempotencyKey: key, attemptedAt, closes } = message;
  changeOutgoing(personId, key, { attemptedAt: attemptedAt ?? Date.now(), problem: null });
  try {
    const arrived = await postMessage(message);
    if (closes) changeOutgoing(personId, key, { arrived: true, failures: 0 });
    else forgetOutgoing(personId, key);
    showArrived(client, ticketId, arrived);
  } catch (error) {
    // The server did nothing: it is as certain as before that it has not got the message.
    if (error instanceof ApiError && error.status === tooManyRequests) changeOutgoing(personId, key, { attemptedAt });
    throw error;
  }
}

/** What a failed attempt means: another one later, a ticket that stays open, or a message that goes back. */
function takeFailure(delivery: Delivery, key: string, error: unknown): void {
  const { personId } = delivery;
  const message = findOutgoing(personId, key);
  if (!message) return;
  if (maySucceedLater(error)) {
    const failures = message.failures + 1;
    changeOutgoing(personId, key, { failures, dueAt: Date.now() + delayAfter(failures), problem: explain(error) });
  } else if (message.arrived) {
    forgetOutgoing(personId, key);
    showFailure(`#${message.ticketId} was not closed; your reply was sent`, error);
  } else {
    const requestId = error instanceof ApiError ? error.requestId : null;
    returnToAuthor(delivery, key, { why: 'refused', reason: explain(error), requestId });
  }
}

function returnToAuthor({ personId, onReturn }: Delivery, key: string, returned: Returned): void {
  const message = giveBack(personId, key, returned);
  if (message) onReturn(message, returned);
}

function expired({ attemptedAt }: Outgoing): Returned {
  const reason =
    attemptedAt === null
      ? 'It waited for a day. Look whether it still fits.'
      : 'For a day nobody knew whether it had arrived. Look whether it is there before you send it again.';
  return { why: 'refused', reason, requestId: null };
}
