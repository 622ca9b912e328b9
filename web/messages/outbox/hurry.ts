import { changeOutgoing, onOutboxChange, readOutbox, wasQueuedHere } from './outbox.ts';
import { closeAtOnce, postMessage } from './post.ts';

/** The desk is back: what waits for its next attempt is due. */
export function hurry(personId: string): void {
  for (const { idempotencyKey, failures } of readOutbox(personId)) {
    if (failures > 0) changeOutgoing(personId, idempotencyKey, { dueAt: Date.now() });
  }
}

/** Makes everything due, for somebody who takes nothing back any more; resolves when all of it has gone. */
export function finishSending(personId: string, signal: AbortSignal): Promise<void> {
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

/** Whether the page is out of sight on a phone, which may stop it and tell nobody. */
export const mayBeStopped = (): boolean => document.hidden && matchMedia('(hover: none)').matches;

/** The page is left: what could still be taken back goes now, and the next page repeats it until it knows the answer. */
export function sendAtOnce(personId: string): void {
  for (const message of readOutbox(personId)) {
    const { idempotencyKey: key, attemptedAt } = message;
    if (attemptedAt !== null || !wasQueuedHere(key)) continue;
    changeOutgoing(personId, key, { attemptedAt: Date.now(), dueAt: Date.now() });
    void postMessage(message).catch(() => undefined);
    if (message.closes) void closeAtOnce(message.ticketId).catch(() => undefined);
  }
}
