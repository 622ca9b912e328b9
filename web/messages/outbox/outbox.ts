import { useMemo } from 'react';
import { type DraftPlace, keepDraft, listDrafts, onDraftsChange, readDraft, useDrafts } from '../../kept/drafts.ts';
import { inOrder, type Outgoing, readOutgoing } from './outgoing.ts';

const prefix = 'outbox/';

const placeOf = (personId: string, idempotencyKey: string): DraftPlace => ({
  personId,
  thing: prefix + idempotencyKey,
});

/** The message under a key, as any window has left it; null once it is none of the outbox's business. */
export const findOutgoing = (personId: string, idempotencyKey: string): Outgoing | null =>
  readDraft(placeOf(personId, idempotencyKey), readOutgoing);

/** The keys of what was sent in this window: when it goes, they go. */
const queuedHere = new Set<string>();

/** Whether a message was sent in this window. */
export const wasQueuedHere = (idempotencyKey: string): boolean => queuedHere.has(idempotencyKey);

/** Keeps a message until the server has confirmed it. */
export function queueOutgoing(personId: string, message: Outgoing): void {
  queuedHere.add(message.idempotencyKey);
  keepDraft(placeOf(personId, message.idempotencyKey), message);
}

/** Changes a message, unless it is gone; answers what it is then. */
export function changeOutgoing(personId: string, idempotencyKey: string, change: Partial<Outgoing>): Outgoing | null {
  const message = findOutgoing(personId, idempotencyKey);
  if (!message) return null;
  const changed = { ...message, ...change };
  keepDraft(placeOf(personId, idempotencyKey), changed);
  return changed;
}

/** It has arrived, or has gone back to its author. */
export const forgetOutgoing = (personId: string, idempotencyKey: string): void =>
  keepDraft(placeOf(personId, idempotencyKey), null);

/** All of a person's messages on their way, in the order in which they were sent. */
export const readOutbox = (personId: string): Outgoing[] =>
  inOrder(listDrafts(personId, prefix, readOutgoing).map(([, message]) => message));

/** Calls `listener` with each change of the outbox, in whatever window. Answers the way to stop. */
export const onOutboxChange = (personId: string, listener: () => void): (() => void) =>
  onDraftsChange(personId, prefix, listener);

/** A person's messages on their way, in the order in which they were sent. */
export function useOutbox(personId: string): Outgoing[] {
  const kept = useDrafts(personId, prefix, readOutgoing);
  return useMemo(() => inOrder(kept.map(([, message]) => message)), [kept]);
}
