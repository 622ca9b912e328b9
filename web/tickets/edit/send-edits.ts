/**
 * The edit queue. An edit is shown immediately and sent after the ticket's earlier edits. Usually it is stored, merged
 * with concurrent edits by others (`patch.ts`). A rejected edit is rolled back. If others changed the same fields, the
 * ticket's pending edits are combined and the person resolves the conflict; an undo skips those fields instead.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { isNotFound } from '../../api/errors.ts';
import { showTicket } from '../cache.ts';
import { ticketItem, ticketKeys } from '../queries.ts';
import { askAbout, type Verdict } from './conflict.ts';
import { type Reader, tellMerged, tellRefused, tellUnseen, tellYielded } from './edit-notices.ts';
import { foldEdits } from './fold-edits.ts';
import { fieldsOf, mergeChange, pickFields } from './merge.ts';
import { Clash, type Patched, patchTicket } from './patch.ts';
import {
  adoptWaiting,
  asSeen,
  forgetWaiting,
  keepWaiting,
  readWaiting,
  type WaitingEdit,
  withWaiting,
} from './waiting-edits.ts';

/** The stored ticket, or why the edit failed. */
export type Outcome = { patched: Patched } | { error: unknown };

/** Callbacks about an edit. */
export type Follower = {
  /** The newest stored version of the ticket known to the caller, or null. */
  known: Ticket | null;
  /** The edit is stored or has failed. Called once, as the last callback. */
  settle: (outcome: Outcome) => void;
  /** Someone else changed the same fields. The edit waits for a resolution or, if it yields, skips the fields. */
  onConflict: () => void;
  /** The person has resolved the conflict. This edit replaces the conflicting one. */
  onResolved: (edit: WaitingEdit, clash: Clash, verdict: Verdict) => void;
  /** Reports a failure; null for a toast. */
  onError: ((error: unknown) => void) | null;
  /** Retries a failed edit. */
  again: (edit: WaitingEdit) => void;
};

/** Listeners by edit key. A combined edit has several. */
const listeners = new Map<string, readonly Follower[]>();
/** The ids of the tickets whose edits are being sent. */
const sending = new Set<string>();

/** Shows an edit, stores it until the server has it, and sends it after the ticket's earlier edits. */
export function sendEdit(reader: Reader, edit: WaitingEdit, listener: Follower): void {
  listeners.set(edit.key, [listener]);
  keepWaiting(reader.personId, edit);
  show(reader.client, edit.seen.id, {});
  void sendPending(reader, edit.seen.id);
}

/** Sends edits that the person's earlier pages left unsent. */
export function resumeEdits(reader: Reader, createListener: (edit: WaitingEdit) => Follower): void {
  for (const ticketId of adoptWaiting(reader.personId)) {
    for (const edit of readWaiting(ticketId)) listeners.set(edit.key, [createListener(edit)]);
    show(reader.client, ticketId, {});
    void sendPending(reader, ticketId);
  }
}

/** Sends the pending edits of a ticket until none is left, each based on the result of the previous one. */
async function sendPending(reader: Reader, ticketId: string): Promise<void> {
  if (sending.has(ticketId)) return;
  sending.add(ticketId);
  let known: Ticket | null = null;
  for (let [edit] = readWaiting(ticketId); edit; [edit] = readWaiting(ticketId)) {
    for (const listener of getListeners(edit)) known = getNewer(known, listener.known);
    known = await sendOne(reader, edit, known);
  }
  sending.delete(ticketId);
  await refetch(reader.client, ticketId);
}

const getListeners = ({ key }: WaitingEdit): readonly Follower[] => listeners.get(key) ?? [];

const getNewer = (one: Ticket | null, other: Ticket | null): Ticket | null =>
  other && other.version > (one?.version ?? 0) ? other : one;

/**
 * Sends an edit. Afterwards it has settled, or another edit has replaced it in the queue.
 *
 * @param known the newest known stored version of the ticket
 * @returns the newest known version afterwards
 */
async function sendOne(reader: Reader, edit: WaitingEdit, known: Ticket | null): Promise<Ticket | null> {
  keepWaiting(reader.personId, { ...edit, sent: true });
  try {
    const patched = await patchTicket(edit.seen, edit.change, { known, by: reader.personId, sentBefore: edit.sent });
    finish(reader, edit, { patched });
    show(reader.client, edit.seen.id, patched.ticket);
    void tellMerged(reader, known ?? edit.seen, patched);
    if (patched.moved && edit.change.state === 'closed') void tellUnseen(reader, edit.seen.id);
    return patched.ticket;
  } catch (error) {
    if (!(error instanceof Clash)) rollBack(reader, edit, error, known);
    else if (edit.yields) skipConflicts(reader, edit, error);
    else await resolveAndReplace(reader, { ...edit, sent: true }, error);
    return error instanceof Clash ? error.theirs : known;
  }
}

/** Shows the stored ticket with the pending edits applied. */
const show = (client: QueryClient, id: string, stored: Partial<Ticket>): void =>
  showTicket(client, id, shown => withWaiting({ ...shown, ...stored }));

/** Removes an edit from the queue and reports its outcome. */
function finish(reader: Reader, edit: WaitingEdit, outcome: Outcome): void {
  const editListeners = getListeners(edit);
  listeners.delete(edit.key);
  forgetWaiting(reader.personId, edit);
  for (const { settle } of editListeners) settle(outcome);
}

/** Rolls back a rejected edit; if the ticket is deleted, all its pending edits. */
function rollBack(reader: Reader, edit: WaitingEdit, error: unknown, known: Ticket | null): void {
  const editListeners = getListeners(edit);
  const report = editListeners.find(({ onError }) => onError !== null)?.onError;
  for (const each of isNotFound(error) ? readWaiting(edit.seen.id).toReversed() : [edit]) {
    finish(reader, each, { error });
    show(reader.client, each.seen.id, pickFields(known ?? each.seen, fieldsOf(each.change)));
  }
  if (report) report(error);
  else tellRefused(reader, edit, error, () => editListeners[0]?.again(edit));
}

/** Removes the conflicting fields from an edit that yields. The rest is sent next. */
function skipConflicts(reader: Reader, edit: WaitingEdit, clash: Clash): void {
  for (const { onConflict } of getListeners(edit)) onConflict();
  keepWaiting(reader.personId, { ...edit, change: mergeChange(edit.seen, edit.change, clash.theirs).change });
  void tellYielded(reader, clash);
}

/**
 * Combines the ticket's pending edits, asks the person to resolve the conflict, and replaces them with the result.
 * Combined they may not conflict at all, if a later edit made the same change as others.
 */
async function resolveAndReplace(reader: Reader, first: WaitingEdit, { theirs, theirEdits }: Clash): Promise<void> {
  const all = combinePending(reader, first);
  const { change: unconflicted, conflicts } = mergeChange(all.seen, all.change, theirs);
  if (conflicts.length === 0) return;
  const editListeners = getListeners(all);
  for (const { onConflict } of editListeners) onConflict();
  const clash = new Clash(conflicts, all.seen, all.change, theirs, theirEdits);
  const resolution = await askAbout(clash);
  const wanted = { ...unconflicted, ...pickFields(all.change, resolution.mine) };
  const edit = { ...all, seen: asSeen(theirs, wanted), change: wanted, sent: false };
  keepWaiting(reader.personId, edit);
  show(reader.client, theirs.id, theirs);
  editListeners[0]?.onResolved(edit, clash, resolution);
}

/** Replaces the ticket's pending edits with one that has all their listeners. Undo edits stay separate. */
function combinePending(reader: Reader, first: WaitingEdit): WaitingEdit {
  const others = readWaiting(first.seen.id).filter(({ key, yields }) => key !== first.key && !yields);
  const edit = foldEdits(first, others);
  listeners.set(edit.key, [first, ...others].flatMap(getListeners));
  for (const other of others) {
    listeners.delete(other.key);
    forgetWaiting(reader.personId, other);
  }
  keepWaiting(reader.personId, edit);
  return edit;
}

/** Refetches the ticket, and the lists that it may have entered or left, after the last edit. */
async function refetch(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ticketItem(id).queryKey }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}
