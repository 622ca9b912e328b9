import { type DraftPlace, keepDraft, listDrafts, readDraft } from '../../kept/drafts.ts';
import { isRecord } from '../../kept/is-record.ts';
import { fieldsOf, mergeChange, pickFields, type TicketChange } from './merge.ts';
import type { SeenTicket } from './patch.ts';

/** What somebody wants to be changed, and the server has not confirmed yet. It is kept, so that no reload loses it. */
export type WaitingEdit = {
  key: string;
  /** The ticket as it was when the edit was made. */
  seen: SeenTicket;
  change: TicketChange;
  /** Where others changed the same field, theirs stays, and nobody is asked: so it is with what undoes an edit. */
  yields: boolean;
  /** Whether it may have been stored: it was sent, and its answer has not come. */
  sent: boolean;
};

/** An edit made just now. */
export const newEdit = (seen: SeenTicket, change: TicketChange, yields = false): WaitingEdit => ({
  key: crypto.randomUUID(),
  seen: asSeen(seen, change),
  change,
  yields,
  sent: false,
});

/** What of a ticket an edit goes by. A description is long, and needed only where it is what changes. */
export const asSeen = (ticket: SeenTicket, change: TicketChange): SeenTicket => {
  const fields = fieldsOf(ticket).filter(name => name !== 'description' || change.description !== undefined);
  return { id: ticket.id, version: ticket.version, ...pickFields(ticket, fields) };
};

const beginning = 'tickets/';
const ending = '/edits';
const placeOf = (personId: string, ticketId: string): DraftPlace => ({
  personId,
  thing: beginning + ticketId + ending,
});

/** Those of this page, by ticket, oldest first. */
const waiting = new Map<string, readonly WaitingEdit[]>();

/** The edits of a ticket that wait, oldest first. */
export const readWaiting = (ticketId: string): readonly WaitingEdit[] => waiting.get(ticketId) ?? [];

/** Puts an edit behind those that wait, or in the place of the one with its key. */
export function keepWaiting(personId: string, edit: WaitingEdit): void {
  const ticketId = edit.seen.id;
  waiting.set(ticketId, put(readWaiting(ticketId), edit));
  store(personId, ticketId, put(readStored(personId, ticketId), edit));
}

const put = (edits: readonly WaitingEdit[], edit: WaitingEdit): readonly WaitingEdit[] =>
  edits.some(({ key }) => key === edit.key)
    ? edits.map(other => (other.key === edit.key ? edit : other))
    : [...edits, edit];

/** Forgets an edit: it was stored, or never will be. */
export function forgetWaiting(personId: string, { key, seen: { id } }: WaitingEdit): void {
  const left = readWaiting(id).filter(edit => edit.key !== key);
  if (left.length > 0) waiting.set(id, left);
  else waiting.delete(id);
  const stored = readStored(personId, id);
  if (stored.length > 0)
    store(
      personId,
      id,
      stored.filter(edit => edit.key !== key),
    );
}

/** The tickets of which a person's pages, this one or others, have edits that wait. */
const listWaiting = (personId: string): string[] =>
  listDrafts(personId, beginning, readEdits)
    .filter(([thing]) => thing.endsWith(ending))
    .map(([thing]) => thing.slice(beginning.length, -ending.length));

/** Whether there is anything to take over. */
export const hasWaiting = (personId: string): boolean => listWaiting(personId).length > 0;

/** Takes over what a person's earlier pages left; answers the ids of the tickets. */
export function adoptWaiting(personId: string): string[] {
  const left = listWaiting(personId).filter(ticketId => !waiting.has(ticketId));
  for (const ticketId of left) waiting.set(ticketId, readStored(personId, ticketId));
  return left;
}

/** A ticket as it is read, with the edits on top that the server does not have yet. */
export function withWaiting<Shown extends SeenTicket>(ticket: Shown): Shown {
  let shown = ticket;
  for (const { seen, change, yields } of readWaiting(ticket.id)) {
    const merged = mergeChange(seen, change, shown);
    shown = { ...shown, ...merged.change, ...(!yields && pickFields(change, merged.clashes)) };
  }
  return shown;
}

const readStored = (personId: string, ticketId: string): readonly WaitingEdit[] =>
  readDraft(placeOf(personId, ticketId), readEdits) ?? [];

const store = (personId: string, ticketId: string, edits: readonly WaitingEdit[]): void =>
  keepDraft(placeOf(personId, ticketId), edits.length > 0 ? edits : null);

/** What lies in a browser's storage may be another version's; null where no edits are among it. */
function readEdits(stored: unknown): readonly WaitingEdit[] | null {
  const edits = Array.isArray(stored) ? stored.filter(isEdit) : [];
  return edits.length > 0 ? edits : null;
}

function isEdit(stored: unknown): stored is WaitingEdit {
  if (!isRecord(stored)) return false;
  const { key, seen, change } = stored;
  return (
    typeof key === 'string' &&
    isRecord(seen) &&
    typeof seen['id'] === 'string' &&
    typeof seen['version'] === 'number' &&
    isRecord(change) &&
    fieldsOf(change).length > 0
  );
}
