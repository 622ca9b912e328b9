import { isUnreachable, onReachabilityChange } from '../../api-client/connection/reachability.ts';
import { uploadStates } from '../../files/upload-states.ts';
import { beforeSignOut } from '../../session/sign-out.ts';
import { type DeliveryContext, deliverMessage, returnFailedUploads, returnIfThreadChanged } from './deliver-message.ts';
import { listOutbox, onOutboxChange, wasQueuedInThisWindow } from './outbox.ts';
import { getDelayUntilDue, getFirstOfEachTicket, isWaitingForFiles, type Outgoing } from './outgoing.ts';
import { refetchAfterDelivery } from './post-message.ts';
import { isHiddenOnPhone, makeRetriesDue, sendBeforeLeaving, sendBeforeSignOut } from './send-now.ts';

/**
 * Delivers the messages of a person's outbox until the returned function is called. `deliver-message.ts` sends a
 * message when it is due, after the earlier messages of its ticket. All windows deliver, but only the window that has
 * the ticket's lock sends.
 */
export function startDelivery(context: DeliveryContext): () => void {
  const { personId, client } = context;
  const controller = new AbortController();
  const { signal } = controller;
  const checkEarly = createEarlyCheck(context);
  /** Tickets with an attempt in progress in this window. */
  const busy = new Set<string>();
  let timer = 0;

  function schedule(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const now = Date.now();
    const next = getFirstOfEachTicket(listOutbox(personId)).filter(({ ticketId }) => !busy.has(ticketId));
    const waiting = next.filter(message => getDelayUntilDue(message, now) > 0);
    const due = next.filter(message => !waiting.includes(message) && !mustStillWait(message));
    const delays = waiting.map(message => getDelayUntilDue(message, now));
    if (delays.length > 0) timer = window.setTimeout(schedule, Math.min(...delays));
    for (const message of waiting) void checkEarly(message);
    for (const message of due) void deliver(message);
  }

  async function deliver({ ticketId, idempotencyKey }: Outgoing): Promise<void> {
    busy.add(ticketId);
    try {
      await deliverMessage(context, idempotencyKey);
    } finally {
      busy.delete(ticketId);
      schedule();
    }
  }

  const resume = (): void => {
    if (isUnreachable()) return;
    makeRetriesDue(personId);
    schedule();
  };
  const leave = (): void => sendBeforeLeaving(client, personId);
  const leaveOnPhone = (): void => {
    if (isHiddenOnPhone()) leave();
  };
  addEventListener('pagehide', leave, { signal });
  addEventListener('pageshow', schedule, { signal });
  document.addEventListener('visibilitychange', leaveOnPhone, { signal });
  const stops = [
    beforeSignOut(() => sendBeforeSignOut(personId, signal)),
    onReachabilityChange(resume),
    onOutboxChange(personId, schedule),
    onOutboxChange(personId, createRefetch(context)),
    uploadStates.subscribe(() => returnFailedUploads(context)),
  ];
  for (const stop of stops) signal.addEventListener('abort', stop);
  schedule();
  return () => controller.abort();
}

/**
 * Creates a function that refetches the tickets of delivered and withdrawn messages. Each call compares the outbox with
 * its state at the previous call, since any window may deliver or withdraw a message.
 */
function createRefetch({ personId, client }: DeliveryContext): () => void {
  let previous = listOutbox(personId);
  return () => {
    const current = listOutbox(personId);
    const find = (messages: readonly Outgoing[], key: string) => messages.find(each => each.idempotencyKey === key);
    const removed = previous.filter(({ arrived, idempotencyKey: key }) => !arrived && !find(current, key));
    const delivered = current.filter(({ held, arrived, idempotencyKey: key }) => {
      const before = find(previous, key);
      return (held && !before?.held) || (arrived && !before?.arrived);
    });
    previous = current;
    for (const { ticketId } of [...removed, ...delivered]) refetchAfterDelivery(client, ticketId);
  };
}

/**
 * Returns whether a due message must still wait. It may wait for its files, or until the desk is reachable. Only a
 * message that was never sent waits for the desk, because its author can undo it until then.
 */
const mustStillWait = (message: Outgoing): boolean =>
  isWaitingForFiles(message) || (message.attemptedAt === null && isUnreachable());

/**
 * Creates a function that checks for new messages as soon as a reply is queued. At that time, the author is still at
 * the ticket. The function checks each reply once, and only in the window where the reply was queued.
 */
function createEarlyCheck(context: DeliveryContext): (message: Outgoing) => Promise<void> {
  const checked = new Set<string>();
  return async ({ idempotencyKey: key, held }) => {
    if (held || checked.has(key) || !wasQueuedInThisWindow(key)) return;
    checked.add(key);
    // A failed check is retried when the message is due.
    await returnIfThreadChanged(context, key).catch(() => undefined);
  };
}
