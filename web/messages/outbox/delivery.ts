import { isUnreachable, onReachabilityChange } from '../../connection/reachability.ts';
import { beforeSignOut } from '../../session/before-sign-out.ts';
import { attempt, type Delivery, returnIfOvertaken } from './attempt.ts';
import { isOutOfSightOnPhone, makeRetriesDue, sendBeforeLeaving, sendBeforeSignOut } from './hurry.ts';
import { onOutboxChange, readOutbox, wasQueuedHere } from './outbox.ts';
import { delayUntilDue, firstOfEach, type Outgoing } from './outgoing.ts';

/**
 * Delivers what a person's outbox holds until the returned function is called. Here is decided when a message is tried:
 * when it is due, in the order of its ticket, and sooner where there is reason to hurry. How one attempt goes is said in
 * `attempt.ts`. Every window of the person delivers; a lock lets one at a time try a ticket's messages.
 */
export function startDelivery(delivery: Delivery): () => void {
  const { personId, client } = delivery;
  const page = new AbortController();
  const { signal } = page;
  const lookAhead = createLookAhead(delivery);
  /** The tickets of which this window is trying a message. */
  const busy = new Set<string>();
  let timer = 0;

  function schedule(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const now = Date.now();
    const next = firstOfEach(readOutbox(personId)).filter(({ ticketId }) => !busy.has(ticketId));
    const waiting = next.filter(message => delayUntilDue(message, now) > 0);
    const due = next.filter(message => !waiting.includes(message) && !isKeptBack(message));
    const delays = waiting.map(message => delayUntilDue(message, now));
    if (delays.length > 0) timer = window.setTimeout(schedule, Math.min(...delays));
    for (const message of waiting) void lookAhead(message);
    for (const message of due) void deliver(message);
  }

  async function deliver({ ticketId, idempotencyKey }: Outgoing): Promise<void> {
    busy.add(ticketId);
    try {
      await attempt(delivery, idempotencyKey);
    } finally {
      busy.delete(ticketId);
      schedule();
    }
  }

  const goOn = (): void => {
    if (isUnreachable()) return;
    makeRetriesDue(personId);
    schedule();
  };
  const leave = (): void => sendBeforeLeaving(client, personId);
  const leaveOnPhone = (): void => {
    if (isOutOfSightOnPhone()) leave();
  };
  addEventListener('pagehide', leave, { signal });
  addEventListener('pageshow', schedule, { signal });
  document.addEventListener('visibilitychange', leaveOnPhone, { signal });
  const stops = [
    beforeSignOut(() => sendBeforeSignOut(personId, signal)),
    onReachabilityChange(goOn),
    onOutboxChange(personId, schedule),
  ];
  for (const stop of stops) signal.addEventListener('abort', stop);
  schedule();
  return () => page.abort();
}

/** While the desk cannot be reached, what was never sent is not begun: its author may still take it back. */
const isKeptBack = ({ attemptedAt }: Outgoing): boolean => attemptedAt === null && isUnreachable();

/**
 * Looks once for what others wrote, as soon as a reply is sent and not only when it is due: its author is still at it.
 * Only in the window where it was sent.
 */
function createLookAhead(delivery: Delivery): (message: Outgoing) => Promise<void> {
  const looked = new Set<string>();
  return async ({ idempotencyKey: key }) => {
    if (looked.has(key) || !wasQueuedHere(key)) return;
    looked.add(key);
    // A failure passes, or is told when the message is due.
    await returnIfOvertaken(delivery, key).catch(() => undefined);
  };
}
