import type { QueryClient } from '@tanstack/react-query';
import { ApiError, explain, NetworkError } from '../../api-errors.ts';
import { isUnreachable, onReachabilityChange } from '../../connection/reachability.ts';
import { showFailure } from '../../notices/notices.ts';
import { beforeSignOut } from '../../session/before-sign-out.ts';
import type { Returned } from '../drafts.ts';
import { hasNews } from '../news.ts';
import { giveBack, lockOf } from './give-back.ts';
import { finishSending, hurry, mayBeStopped, sendAtOnce } from './hurry.ts';
import { changeOutgoing, findOutgoing, forgetOutgoing, onOutboxChange, readOutbox, wasQueuedHere } from './outbox.ts';
import { delayAfter, delayUntilDue, firstOfEach, isExpired, type Outgoing } from './outgoing.ts';
import { closeWith, postMessage, showArrived } from './post.ts';

export type DeliveryOptions = {
  personId: string;
  client: QueryClient;
  /** Called with a message that is its author's again, and why. */
  onReturn: (message: Outgoing, returned: Returned) => void;
};

const tooMany = 429;
const keyInProgress = 40_903;

/** True where the same request may be answered otherwise later: most of that `call` has waited for already. */
const maySucceedLater = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === tooMany || error.code === keyInProgress));

/** While the desk cannot be reached, what was never sent is not begun: its author may still take it back. */
const isKeptBack = ({ attemptedAt }: Outgoing): boolean => attemptedAt === null && isUnreachable();

/**
 * Sends what a person's outbox holds, once it is due, until the returned function is called. Every window of theirs does
 * so; a lock lets one at a time try a ticket's messages, and the message itself tells the next one how far it has come.
 */
export function startDelivery({ personId, client, onReturn }: DeliveryOptions): () => void {
  const busy = new Set<string>();
  const looked = new Set<string>();
  const page = new AbortController();
  const { signal } = page;
  let timer = 0;

  function schedule(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const idle = firstOfEach(readOutbox(personId)).filter(({ ticketId }) => !busy.has(ticketId));
    const now = Date.now();
    const later = idle.filter(message => delayUntilDue(message, now) > 0);
    if (later.length > 0) timer = window.setTimeout(schedule, Math.min(...later.map(each => delayUntilDue(each, now))));
    for (const message of later) void lookOnce(message);
    for (const message of idle) if (!later.includes(message) && !isKeptBack(message)) void deliver(message);
  }

  /** As soon as a reply is sent, and not only when it is due: its author is still at it. */
  async function lookOnce({ idempotencyKey: key }: Outgoing): Promise<void> {
    if (looked.has(key) || !wasQueuedHere(key)) return;
    looked.add(key);
    // A failure passes, or is told when the message is due.
    await returnIfOvertaken(key).catch(() => undefined);
  }

  /** Answers whether others wrote what the author of a reply has not seen; then it is theirs again. */
  async function returnIfOvertaken(key: string): Promise<boolean> {
    const message = findOutgoing(personId, key);
    if (message?.type !== 'reply' || message.attemptedAt !== null) return false;
    const { ticketId, seenUntil, closes } = message;
    if (!(await hasNews(ticketId, seenUntil, personId))) return false;
    returnTo(key, { why: 'news', seenUntil, closes });
    return true;
  }

  async function deliver({ ticketId, idempotencyKey }: Outgoing): Promise<void> {
    busy.add(ticketId);
    try {
      await tryOnce(idempotencyKey, ticketId);
    } catch (error) {
      settle(idempotencyKey, error);
    } finally {
      busy.delete(ticketId);
      schedule();
    }
  }

  async function tryOnce(key: string, ticketId: string): Promise<void> {
    const message = findOutgoing(personId, key);
    if (!message) return;
    if (isExpired(message, Date.now())) return returnTo(key, expired(message));
    // Without the lock: whatever this takes, its author may still take it back.
    if (await returnIfOvertaken(key)) return;
    await navigator.locks.request(lockOf(personId, ticketId), () => send(key));
  }

  /** Another window may have had the lock: what it left of the message counts. */
  async function send(key: string): Promise<void> {
    const message = findOutgoing(personId, key);
    if (!message || delayUntilDue(message, Date.now()) > 0) return;
    if (!message.arrived) await post(message);
    if (message.closes) await closeWith({ client, personId }, message);
    forgetOutgoing(personId, key);
  }

  async function post(message: Outgoing): Promise<void> {
    const { ticketId, idempotencyKey: key, attemptedAt, closes } = message;
    changeOutgoing(personId, key, { attemptedAt: attemptedAt ?? Date.now(), problem: null });
    try {
      const arrived = await postMessage(message);
      if (closes) changeOutgoing(personId, key, { arrived: true, failures: 0 });
      else forgetOutgoing(personId, key);
      showArrived(client, ticketId, arrived);
    } catch (error) {
      // Nothing was done: it is as certain as before that the server has not got it.
      if (error instanceof ApiError && error.status === tooMany) changeOutgoing(personId, key, { attemptedAt });
      throw error;
    }
  }

  function settle(key: string, error: unknown): void {
    const message = findOutgoing(personId, key);
    if (!message) return;
    if (maySucceedLater(error)) {
      const failures = message.failures + 1;
      changeOutgoing(personId, key, { failures, dueAt: Date.now() + delayAfter(failures), problem: explain(error) });
      return;
    }
    if (message.arrived) {
      forgetOutgoing(personId, key);
      showFailure(`#${message.ticketId} was not closed; your reply was sent`, error);
      return;
    }
    const requestId = error instanceof ApiError ? error.requestId : null;
    returnTo(key, { why: 'refused', reason: explain(error), requestId });
  }

  function returnTo(key: string, returned: Returned): void {
    const message = giveBack(personId, key, returned);
    if (message) onReturn(message, returned);
  }

  const goOn = (): void => {
    if (isUnreachable()) return;
    hurry(personId);
    schedule();
  };
  addEventListener('pagehide', () => sendAtOnce(personId), { signal });
  addEventListener('pageshow', schedule, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (mayBeStopped()) sendAtOnce(personId);
    },
    { signal },
  );
  signal.addEventListener(
    'abort',
    beforeSignOut(() => finishSending(personId, signal)),
  );
  signal.addEventListener('abort', onReachabilityChange(goOn));
  signal.addEventListener('abort', onOutboxChange(personId, schedule));
  schedule();
  return () => page.abort();
}

function expired({ attemptedAt }: Outgoing): Returned {
  const reason =
    attemptedAt === null
      ? 'It waited for a day. Look whether it still fits.'
      : 'For a day nobody knew whether it had arrived. Look whether it is there before you send it again.';
  return { why: 'refused', reason, requestId: null };
}
