/**
 * The edit queue. An edit is shown immediately and sent after the ticket's earlier edits. Usually the server stores the
 * edit, merged with other people's concurrent edits (`patch-ticket.ts`). A rejected edit is rolled back. If someone
 * else changed the same fields, the ticket's pending edits are combined and the person resolves the conflict. An undo
 * skips the conflicting fields instead.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { isNotFound } from '../../api-client/errors.ts';
import { ticketItem, ticketKeys } from '../queries.ts';
import { updateCachedTicket } from '../ticket-cache.ts';
import { type EditContext, reportMerged, reportRejected, reportYielded, warnUnseenMessage } from './edit-toasts.ts';
import { mergeChange } from './merge-change.ts';
import { type ConflictResolution, requestResolution } from './open-conflicts.ts';
import { EditConflictError, type PatchResult, patchTicket } from './patch-ticket.ts';
import {
  adoptPendingEdits,
  applyPendingEdits,
  combineEdits,
  getPendingEdits,
  type PendingEdit,
  pickSeenFields,
  removePendingEdit,
  storePendingEdit,
} from './pending-edits.ts';
import { listFields, pickTicketFields } from './ticket-fields.ts';

/** The stored ticket, or the error of the edit. */
export type EditOutcome = { patched: PatchResult } | { error: unknown };

export type EditListener = {
  /** The newest stored version of the ticket known to the caller. */
  knownTicket?: Ticket | null;
  /** The edit is stored or has failed. Called once, after the conflict callbacks and before `onError`. */
  onSettled: (outcome: EditOutcome) => void;
  /** Someone else changed the same fields. The edit waits for a resolution or, if it yields, skips the fields. */
  onConflict: () => void;
  /** The person has resolved the conflict. This edit replaces the conflicting edit. */
  onResolved?: (edit: PendingEdit, conflict: EditConflictError, resolution: ConflictResolution) => void;
  /** Reports a failure; by default a toast is shown. */
  onError?: ((error: unknown) => void) | undefined;
  retry: (edit: PendingEdit) => void;
};

/** Listeners by edit key. A combined edit has several listeners. */
const listeners = new Map<string, readonly EditListener[]>();
const sending = new Set<string>();

/** Shows and stores an edit, and sends it after the ticket's earlier edits. */
export function sendEdit(context: EditContext, edit: PendingEdit, listener: EditListener): void {
  listeners.set(edit.key, [listener]);
  storePendingEdit(context.personId, edit);
  show(context.client, edit.seen.id, {});
  void sendPending(context, edit.seen.id);
}

/** Sends edits that the person's earlier pages left unsent. */
export function resumeEdits(context: EditContext, createListener: (edit: PendingEdit) => EditListener): void {
  for (const ticketId of adoptPendingEdits(context.personId)) {
    for (const edit of getPendingEdits(ticketId)) listeners.set(edit.key, [createListener(edit)]);
    show(context.client, ticketId, {});
    void sendPending(context, ticketId);
  }
}

/** Sends the pending edits of a ticket in order, each based on the previous result. */
async function sendPending(context: EditContext, ticketId: string): Promise<void> {
  if (sending.has(ticketId)) return;
  sending.add(ticketId);
  let known: Ticket | null = null;
  for (let [edit] = getPendingEdits(ticketId); edit; [edit] = getPendingEdits(ticketId)) {
    for (const { knownTicket = null } of getListeners(edit)) known = getNewer(known, knownTicket);
    known = await sendOne(context, edit, known);
  }
  sending.delete(ticketId);
  await refetch(context.client, ticketId);
}

const getListeners = ({ key }: PendingEdit): readonly EditListener[] => listeners.get(key) ?? [];

const getNewer = (a: Ticket | null, b: Ticket | null): Ticket | null => (b && b.version > (a?.version ?? 0) ? b : a);

/**
 * Sends an edit. Afterwards the edit has settled, or another edit has replaced it in the queue.
 *
 * @param known the newest known stored version of the ticket
 * @returns the newest known version afterwards
 */
async function sendOne(context: EditContext, edit: PendingEdit, known: Ticket | null): Promise<Ticket | null> {
  storePendingEdit(context.personId, { ...edit, sent: true });
  try {
    const patched = await patchTicket(edit.seen, edit.change, {
      known,
      senderId: context.personId,
      sentBefore: edit.sent,
    });
    finish(context, edit, { patched });
    show(context.client, edit.seen.id, patched.ticket);
    void reportMerged(context, known ?? edit.seen, patched);
    if (edit.change.state === 'closed') void warnUnseenMessage(context, edit.seen.id, patched.hadChanged);
    return patched.ticket;
  } catch (error) {
    if (!(error instanceof EditConflictError)) rollBack(context, edit, error, known);
    else if (edit.yields) skipConflicts(context, edit, error);
    else await resolveAndReplace(context, { ...edit, sent: true }, error);
    return error instanceof EditConflictError ? error.stored : known;
  }
}

/** Shows the stored ticket with the pending edits applied. */
const show = (client: QueryClient, id: string, stored: Partial<Ticket>): void =>
  updateCachedTicket(client, id, shown => applyPendingEdits({ ...shown, ...stored }));

/** Removes an edit from the queue and reports its outcome. */
function finish(context: EditContext, edit: PendingEdit, outcome: EditOutcome): void {
  const editListeners = getListeners(edit);
  listeners.delete(edit.key);
  removePendingEdit(context.personId, edit);
  for (const { onSettled } of editListeners) onSettled(outcome);
}

/** Rolls back a rejected edit. If the ticket is deleted, rolls back all its pending edits. */
function rollBack(context: EditContext, edit: PendingEdit, error: unknown, known: Ticket | null): void {
  const editListeners = getListeners(edit);
  const report = editListeners.find(({ onError }) => onError)?.onError;
  for (const each of isNotFound(error) ? getPendingEdits(edit.seen.id).toReversed() : [edit]) {
    finish(context, each, { error });
    show(context.client, each.seen.id, pickTicketFields(known ?? each.seen, listFields(each.change)));
  }
  if (report) report(error);
  else reportRejected(context, edit, error, () => editListeners[0]?.retry(edit));
}

/** Removes the conflicting fields from an edit that yields. Its other fields are sent next. */
function skipConflicts(context: EditContext, edit: PendingEdit, conflict: EditConflictError): void {
  for (const { onConflict } of getListeners(edit)) onConflict();
  storePendingEdit(context.personId, { ...edit, change: mergeChange(edit.seen, edit.change, conflict.stored).change });
  void reportYielded(context, conflict);
}

/**
 * Combines the ticket's pending edits and replaces them with the person's resolution of the conflict. The combined edit
 * has no conflict if a later edit set the stored value.
 */
async function resolveAndReplace(
  context: EditContext,
  first: PendingEdit,
  { stored, concurrentEdits }: EditConflictError,
): Promise<void> {
  const combined = combinePending(context, first);
  const { change: unconflicted, conflicts } = mergeChange(combined.seen, combined.change, stored);
  if (conflicts.length === 0) return;
  const editListeners = getListeners(combined);
  for (const { onConflict } of editListeners) onConflict();
  const conflict = new EditConflictError(conflicts, combined.seen, combined.change, stored, concurrentEdits);
  const resolution = await requestResolution(conflict);
  const change = { ...unconflicted, ...pickTicketFields(combined.change, resolution.ownFields) };
  const edit = { ...combined, seen: pickSeenFields(stored, change), change, sent: false };
  storePendingEdit(context.personId, edit);
  show(context.client, stored.id, stored);
  editListeners[0]?.onResolved?.(edit, conflict, resolution);
}

/** Replaces the ticket's pending edits with one edit that has all their listeners. Undo edits stay separate. */
function combinePending(context: EditContext, first: PendingEdit): PendingEdit {
  const laterEdits = getPendingEdits(first.seen.id).filter(({ key, yields }) => key !== first.key && !yields);
  const edit = combineEdits(first, laterEdits);
  listeners.set(edit.key, [first, ...laterEdits].flatMap(getListeners));
  for (const later of laterEdits) {
    listeners.delete(later.key);
    removePendingEdit(context.personId, later);
  }
  storePendingEdit(context.personId, edit);
  return edit;
}

/** Refetches the ticket and the lists that it may have entered or left. */
async function refetch(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ticketItem(id).queryKey }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}
