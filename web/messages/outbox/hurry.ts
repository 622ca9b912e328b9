/** The three reasons to send a message before it would be due: the desk is back, somebody signs out, the page is left. */
import type { QueryClient } from '@tanstack/react-query';
import { changeOutgoing, onOutboxChange, readOutbox, wasQueuedHere } from './outbox.ts';
import { closeAtOnce, postMessage } from './post.ts';

/** The desk is back: what waits for its next attempt is due now. */
export function makeRetriesDue(personId: string): void {
  for (const { idempotencyKey, failures } of readOutbox(personId)) {
    if (failures > 0) changeOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
}

/**
 * Somebody signs out, and takes nothing back any more: everything is due now. Resolves when all of it has left the outbox.
 *
 * @param signal ends the waiting; then it never resolves
 */
export function sendBeforeSignOut(personId: string, signal: AbortSignal): Promise<void> {
  for (const { idempotencyKey } of readOutbox(personId)) {
    changeOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
  return new Promise(resolve => {
    const look = (): void => {
      if (readOutbox(personId).length === 0) resolve();
    };
    signal.addEventListener('abort', onOutboxChange(personId, look));
    look();
  });
}

/**
 * The page is left: what was sent in it and could still be taken back goes out at once, and nobody waits for the answer.
 * The next page sends it again under the same key, until it knows the answer.
 */
export function sendBeforeLeaving(client: QueryClient, personId: string): void {
  for (const message of readOutbox(personId)) {
    const { idempotencyKey: key, attemptedAt } = message;
    if (attemptedAt !== null || !wasQueuedHere(key)) continue;
    changeOutgoing(personId, key, { attemptedAt: Date.now(), dueAt: Date.now() });
    void postMessage(message).catch(() => undefined);
    if (message.closes) void closeAtOnce(client, message.ticketId).catch(() => undefined);
  }
}

/** Whether the page is out of sight on a phone, which may stop it without a word: that counts as leaving it. */
export const isOutOfSightOnPhone = (): boolean => document.hidden && matchMedia('(hover: none)').matches;
