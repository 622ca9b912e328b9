import { type DraftKey, getDraft, listDrafts, persistDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';
import { mergeChange } from './merge-change.ts';
import type { SeenTicket } from './patch-ticket.ts';
import { listFields, pickTicketFields, type TicketChange } from './ticket-fields.ts';

/** An edit that the server has not confirmed. The browser stores it, so that no reload loses it. */
export type PendingEdit = {
  key: string;
  seen: SeenTicket;
  change: TicketChange;
  /**
   * True for an undo. If another person has changed the same field, the other person's value stays, without a dialog.
   */
  yields: boolean;
  /** True if the edit was sent but has no response yet. The server may have stored it. */
  sent: boolean;
};

export const createEdit = (seen: SeenTicket, change: TicketChange, yields = false): PendingEdit => ({
  key: crypto.randomUUID(),
  seen: pickSeenFields(seen, change),
  change,
  yields,
  sent: false,
});

/** Returns the fields of a ticket on which an edit is based. The long description is included only if it changes. */
export const pickSeenFields = (ticket: SeenTicket, change: TicketChange): SeenTicket => {
  const fields = listFields(ticket).filter(name => name !== 'description' || change.description !== undefined);
  return { id: ticket.id, version: ticket.version, ...pickTicketFields(ticket, fields) };
};

const prefix = 'tickets/';
const suffix = '/edits';
const getEditsKey = (personId: string, ticketId: string): DraftKey => ({
  personId,
  path: prefix + ticketId + suffix,
});

/** Pending edits of this page, by ticket, oldest first. */
const pending = new Map<string, readonly PendingEdit[]>();

export const getPendingEdits = (ticketId: string): readonly PendingEdit[] => pending.get(ticketId) ?? [];

/** Appends an edit to the queue, or replaces the edit with the same key. */
export function storePendingEdit(personId: string, edit: PendingEdit): void {
  const ticketId = edit.seen.id;
  pending.set(ticketId, put(getPendingEdits(ticketId), edit));
  store(personId, ticketId, put(readStored(personId, ticketId), edit));
}

const put = (edits: readonly PendingEdit[], edit: PendingEdit): readonly PendingEdit[] =>
  edits.some(({ key }) => key === edit.key)
    ? edits.map(each => (each.key === edit.key ? edit : each))
    : [...edits, edit];

export function removePendingEdit(personId: string, { key, seen: { id } }: PendingEdit): void {
  const remainingEdits = getPendingEdits(id).filter(edit => edit.key !== key);
  if (remainingEdits.length > 0) pending.set(id, remainingEdits);
  else pending.delete(id);
  const remainingStored = readStored(personId, id).filter(edit => edit.key !== key);
  store(personId, id, remainingStored);
}

/** Returns the ids of all tickets with stored edits of a person. */
const listPending = (personId: string): string[] =>
  listDrafts(personId, prefix, parseEdits)
    .filter(([name]) => name.endsWith(suffix))
    .map(([name]) => name.slice(prefix.length, -suffix.length));

export const hasPendingEdits = (personId: string): boolean => listPending(personId).length > 0;

/** Loads the stored edits of tickets for which this page has no pending edits. Returns the ids of these tickets. */
export function adoptPendingEdits(personId: string): string[] {
  const ticketIds = listPending(personId).filter(ticketId => !pending.has(ticketId));
  for (const ticketId of ticketIds) pending.set(ticketId, readStored(personId, ticketId));
  return ticketIds;
}

/** Combines edits into one: the first seen and the last set value of each field. */
export function combineEdits(first: PendingEdit, others: readonly PendingEdit[]): PendingEdit {
  const edits = [first, ...others];
  const seen = edits.toReversed().map(each => pickTicketFields(each.seen, listFields(each.change)));
  return {
    ...first,
    seen: Object.assign({ ...first.seen }, ...seen),
    change: Object.assign({}, ...edits.map(each => each.change)),
    sent: edits.some(each => each.sent),
  };
}

/** Applies a ticket's pending edits. A conflicting field shows the person's own value, unless the edit yields. */
export function applyPendingEdits<Shown extends SeenTicket>(ticket: Shown): Shown {
  let shown = ticket;
  for (const { seen, change, yields } of getPendingEdits(ticket.id)) {
    const merged = mergeChange(seen, change, shown);
    shown = { ...shown, ...merged.change, ...(!yields && pickTicketFields(change, merged.conflicts)) };
  }
  return shown;
}

const readStored = (personId: string, ticketId: string): readonly PendingEdit[] =>
  getDraft(getEditsKey(personId, ticketId), parseEdits) ?? [];

const store = (personId: string, ticketId: string, edits: readonly PendingEdit[]): void =>
  persistDraft(getEditsKey(personId, ticketId), edits.length > 0 ? edits : null);

/** Parses stored edits, which a different version of the app may have written. Returns null if no edit is valid. */
function parseEdits(stored: unknown): readonly PendingEdit[] | null {
  const edits = Array.isArray(stored) ? stored.filter(isEdit) : [];
  return edits.length > 0 ? edits : null;
}

function isEdit(stored: unknown): stored is PendingEdit {
  if (!isRecord(stored)) return false;
  const { key, seen, change } = stored;
  return (
    typeof key === 'string' &&
    isRecord(seen) &&
    typeof seen['id'] === 'string' &&
    typeof seen['version'] === 'number' &&
    isRecord(change) &&
    listFields(change).length > 0
  );
}
