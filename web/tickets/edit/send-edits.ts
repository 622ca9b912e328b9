/**
 * The way of an edit. It is shown at once and waits behind the other edits of its ticket, which are sent one after the
 * other. Most are stored, merged with what others did meanwhile (`patch.ts`). One that is refused is put back. Where others
 * changed the same fields, the person is asked about all edits of the ticket that wait, as one; an undo asks nothing and
 * leaves to others what they changed. Whoever made an edit follows what comes of it.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { isGone } from '../../api-errors.ts';
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

/** What came of an edit: what is stored, or why nothing was changed. */
export type Outcome = { patched: Patched } | { error: unknown };

/** Hears what comes of an edit. */
export type Follower = {
  /** The newest state of the ticket that the follower knows to be stored; null where it knows of none. */
  known: Ticket | null;
  /** The edit is through. Called once, the last of all. */
  settle: (outcome: Outcome) => void;
  /** Somebody else changed the same fields: the edit waits for a decision or, where it yields, leaves them out. */
  clashed: () => void;
  /** The person has decided, and this edit is sent in place of the one that clashed. */
  decided: (edit: WaitingEdit, clash: Clash, verdict: Verdict) => void;
  /** Tells the person that it was refused; null where a notice is to do so. */
  refused: ((error: unknown) => void) | null;
  /** Makes an edit that was refused anew. */
  again: (edit: WaitingEdit) => void;
};

/** Who follows an edit, by its key: several, once edits were made one. */
const followers = new Map<string, readonly Follower[]>();
/** The ids of the tickets whose edits are being sent. */
const sending = new Set<string>();

/** Shows an edit at once, keeps it until the server has it, and sends it after those of its ticket that wait. */
export function sendEdit(reader: Reader, edit: WaitingEdit, follower: Follower): void {
  followers.set(edit.key, [follower]);
  keepWaiting(reader.personId, edit);
  show(reader.client, edit.seen.id, {});
  void sendWaiting(reader, edit.seen.id);
}

/** Sends what earlier pages of the person left unsent. */
export function resumeEdits(reader: Reader, follow: (edit: WaitingEdit) => Follower): void {
  for (const ticketId of adoptWaiting(reader.personId)) {
    for (const edit of readWaiting(ticketId)) followers.set(edit.key, [follow(edit)]);
    show(reader.client, ticketId, {});
    void sendWaiting(reader, ticketId);
  }
}

/** Sends the edits of a ticket that wait, and those that join them meanwhile, each on what came of the one before. */
async function sendWaiting(reader: Reader, ticketId: string): Promise<void> {
  if (sending.has(ticketId)) return;
  sending.add(ticketId);
  let known: Ticket | null = null;
  for (let [edit] = readWaiting(ticketId); edit; [edit] = readWaiting(ticketId)) {
    for (const follower of followersOf(edit)) known = newer(known, follower.known);
    known = await sendOne(reader, edit, known);
  }
  sending.delete(ticketId);
  await readAgain(reader.client, ticketId);
}

const followersOf = ({ key }: WaitingEdit): readonly Follower[] => followers.get(key) ?? [];

const newer = (one: Ticket | null, other: Ticket | null): Ticket | null =>
  other && other.version > (one?.version ?? 0) ? other : one;

/**
 * Sends an edit. It is through then, or another one stands in its place among those that wait.
 *
 * @param known the newest state of the ticket that is known to be stored
 * @returns the same afterwards
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
    if (!(error instanceof Clash)) refuse(reader, edit, error, known);
    else if (edit.yields) yieldTo(reader, edit, error);
    else await askAndReplace(reader, { ...edit, sent: true }, error);
    return error instanceof Clash ? error.theirs : known;
  }
}

/** Shows what is stored, with the edits that wait on top of it. */
const show = (client: QueryClient, id: string, stored: Partial<Ticket>): void =>
  showTicket(client, id, shown => withWaiting({ ...shown, ...stored }));

/** An edit waits no longer; those who follow it hear why. */
function finish(reader: Reader, edit: WaitingEdit, outcome: Outcome): void {
  const told = followersOf(edit);
  followers.delete(edit.key);
  forgetWaiting(reader.personId, edit);
  for (const { settle } of told) settle(outcome);
}

/** An edit was refused: what it replaced is put back. Of a ticket that is gone, all edits that wait go with it. */
function refuse(reader: Reader, edit: WaitingEdit, error: unknown, known: Ticket | null): void {
  const told = followersOf(edit);
  const tell = told.find(({ refused }) => refused !== null)?.refused;
  for (const each of isGone(error) ? readWaiting(edit.seen.id).toReversed() : [edit]) {
    finish(reader, each, { error });
    show(reader.client, each.seen.id, pickFields(known ?? each.seen, fieldsOf(each.change)));
  }
  if (tell) tell(error);
  else tellRefused(reader, edit, error, () => told[0]?.again(edit));
}

/** What others have changed since is left out of an edit that yields; the rest of it is sent next. */
function yieldTo(reader: Reader, edit: WaitingEdit, clash: Clash): void {
  for (const { clashed } of followersOf(edit)) clashed();
  keepWaiting(reader.personId, { ...edit, change: mergeChange(edit.seen, edit.change, clash.theirs).change });
  void tellYielded(reader, clash);
}

/**
 * Asks whose values are to stand, for all edits of the ticket that wait as for one, and puts what was decided in their
 * place. Taken as one they may not clash at all: a later edit may have come to what others did.
 */
async function askAndReplace(reader: Reader, first: WaitingEdit, { theirs, theirEdits }: Clash): Promise<void> {
  const all = foldWaiting(reader, first);
  const { change: undisputed, clashes } = mergeChange(all.seen, all.change, theirs);
  if (clashes.length === 0) return;
  const told = followersOf(all);
  for (const { clashed } of told) clashed();
  const clash = new Clash(clashes, all.seen, all.change, theirs, theirEdits);
  const verdict = await askAbout(clash);
  const wanted = { ...undisputed, ...pickFields(all.change, verdict.mine) };
  const edit = { ...all, seen: asSeen(theirs, wanted), change: wanted, sent: false };
  keepWaiting(reader.personId, edit);
  show(reader.client, theirs.id, theirs);
  told[0]?.decided(edit, clash, verdict);
}

/** Makes one edit of those of its ticket that wait, in the place of the first; all their followers follow it. Undos stay apart. */
function foldWaiting(reader: Reader, first: WaitingEdit): WaitingEdit {
  const others = readWaiting(first.seen.id).filter(({ key, yields }) => key !== first.key && !yields);
  const edit = foldEdits(first, others);
  followers.set(edit.key, [first, ...others].flatMap(followersOf));
  for (const other of others) {
    followers.delete(other.key);
    forgetWaiting(reader.personId, other);
  }
  keepWaiting(reader.personId, edit);
  return edit;
}

/** After the last edit, what is stored is read: the lists, since the ticket may have left or entered them, and the ticket. */
async function readAgain(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ticketItem(id).queryKey }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}
