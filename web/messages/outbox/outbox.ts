import { useMemo } from 'react';
import { type DraftKey, getDraft, listDrafts, onDraftsChange, persistDraft, useDrafts } from '../../storage/drafts.ts';
import { outboxPath } from '../message-draft.ts';
import { type Outgoing, parseOutgoing, sortByQueuedAt } from './outgoing.ts';

const getOutgoingKey = (personId: string, idempotencyKey: string): DraftKey => ({
  personId,
  path: outboxPath + idempotencyKey,
});

/** Returns a message as last stored by any window; null if it left the outbox. */
export const getOutgoing = (personId: string, idempotencyKey: string): Outgoing | null =>
  getDraft(getOutgoingKey(personId, idempotencyKey), parseOutgoing);

/** Keys of the messages that were queued in this window. */
const queuedInThisWindow = new Set<string>();

export const wasQueuedInThisWindow = (idempotencyKey: string): boolean => queuedInThisWindow.has(idempotencyKey);

export function queueOutgoing(personId: string, message: Outgoing): void {
  queuedInThisWindow.add(message.idempotencyKey);
  persistDraft(getOutgoingKey(personId, message.idempotencyKey), message);
}

/** Updates a message in the outbox. Returns the result; null if it has left the outbox. */
export function updateOutgoing(personId: string, idempotencyKey: string, change: Partial<Outgoing>): Outgoing | null {
  const message = getOutgoing(personId, idempotencyKey);
  if (!message) return null;
  const changed = { ...message, ...change };
  persistDraft(getOutgoingKey(personId, idempotencyKey), changed);
  return changed;
}

/** Removes a message that was delivered or returned to its draft. */
export const removeOutgoing = (personId: string, idempotencyKey: string): void =>
  persistDraft(getOutgoingKey(personId, idempotencyKey), null);

/** Lists a person's outbox in the order of sending. */
export const listOutbox = (personId: string): Outgoing[] =>
  sortByQueuedAt(listDrafts(personId, outboxPath, parseOutgoing).map(([, message]) => message));

/** Calls `listener` when any window changes the outbox. Returns a function that unsubscribes. */
export const onOutboxChange = (personId: string, listener: () => void): (() => void) =>
  onDraftsChange(personId, outboxPath, listener);

/** Subscribes to a person's outbox, in the order of sending. */
export function useOutbox(personId: string): Outgoing[] {
  const drafts = useDrafts(personId, outboxPath, parseOutgoing);
  return useMemo(() => sortByQueuedAt(drafts.map(([, message]) => message)), [drafts]);
}
