/** Sends messages early: after an outage, on sign-out, and when the page is left. */
import type { QueryClient } from '@tanstack/react-query';
import { releaseWithoutCheck } from './held-mail.ts';
import { listOutbox, onOutboxChange, updateOutgoing, wasQueuedInThisWindow } from './outbox.ts';
import { hasMentions, isUndoable, isWaitingForFiles } from './outgoing.ts';
import { closeWithoutWaiting, postMessage, whileLeaving } from './post-message.ts';

/** Makes all retries due now, because the desk is reachable again. */
export function makeRetriesDue(personId: string): void {
  for (const { idempotencyKey, failures } of listOutbox(personId)) {
    if (failures > 0) updateOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
}

/**
 * Sends all queued messages before a sign-out. Resolves once the outbox is empty.
 *
 * @param signal aborts the wait; the promise then never resolves
 */
export function sendBeforeSignOut(personId: string, signal: AbortSignal): Promise<void> {
  for (const { idempotencyKey } of listOutbox(personId)) {
    updateOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
  return new Promise(resolve => {
    const check = (): void => {
      if (listOutbox(personId).length === 0) resolve();
    };
    signal.addEventListener('abort', onOutboxChange(personId, check));
    check();
  });
}

/**
 * Sends this window's queued messages when the page is left. Does not wait for responses: on the person's next visit,
 * the outbox sends the messages again with the same keys.
 */
export function sendBeforeLeaving(client: QueryClient, personId: string): void {
  for (const message of listOutbox(personId)) {
    const { idempotencyKey: key, held } = message;
    if (!isUndoable(message) || isWaitingForFiles(message) || !wasQueuedInThisWindow(key)) continue;
    // The next visit loads the people whom the note mentions, and sends the note.
    if (!hasMentions(message)) continue;
    // The server mails a held reply without this request, unless its ticket is closed first.
    if (held && message.closes) void releaseWithoutCheck(held).catch(() => undefined);
    else if (!held) {
      updateOutgoing(personId, key, { attemptedAt: Date.now(), dueAt: Date.now() });
      void postMessage(message, whileLeaving).catch(() => undefined);
    }
    if (message.closes) void closeWithoutWaiting({ client, personId }, message).catch(() => undefined);
  }
}

/** Returns whether the page is hidden on a phone. This counts as leaving, because the phone may kill the page. */
export const isHiddenOnPhone = (): boolean => document.hidden && matchMedia('(hover: none)').matches;
