/** Sends messages before they are due: when the desk is reachable again, on sign-out, and when the page is left. */
import type { QueryClient } from '@tanstack/react-query';
import { changeOutgoing, onOutboxChange, readOutbox, wasQueuedHere } from './outbox.ts';
import { closeAtOnce, postMessage } from './post.ts';

/** Makes all retries due now, because the desk is reachable again. */
export function makeRetriesDue(personId: string): void {
  for (const { idempotencyKey, failures } of readOutbox(personId)) {
    if (failures > 0) changeOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
}

/**
 * Sends everything before a sign-out. Resolves once the outbox is empty.
 *
 * @param signal aborts the wait; the promise then never resolves
 */
export function sendBeforeSignOut(personId: string, signal: AbortSignal): Promise<void> {
  for (const { idempotencyKey } of readOutbox(personId)) {
    changeOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
  return new Promise(resolve => {
    const check = (): void => {
      if (readOutbox(personId).length === 0) resolve();
    };
    signal.addEventListener('abort', onOutboxChange(personId, check));
    check();
  });
}

/**
 * Sends the queued messages of this window when the page is left, without waiting for responses. The next page sends them
 * again with the same key until it gets a response.
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

/** Returns whether the page is hidden on a phone, which may kill it: treated like leaving the page. */
export const isOutOfSightOnPhone = (): boolean => document.hidden && matchMedia('(hover: none)').matches;
