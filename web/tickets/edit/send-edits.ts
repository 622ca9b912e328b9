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

/** Who wants to know what comes of an edit. */
export type Follower = {
  /** The newest state of the ticket that the follower knows to be stored. */
  known: Ticket | null;
  settle: (outcome: Outcome) => void;
  /** Somebody else changed the same: it is not done, or not before that is decided. */
  clashed: () => void;
  /** That is decided, and this is done instead. */
  decided: (edit: WaitingEdit, clash: Clash, verdict: Verdict) => void;
  /** Tells the person that it was refused. */
  refused: ((error: unknown) => void) | null;
};

const followers = new Map<string, readonly Follower[]>();
const working = new Set<string>();

/** Shows an edit at once, keeps it until the server has it, and sends it after those of its ticket that wait. */
export function sendEdit(reader: Reader, edit: WaitingEdit, follower: Follower): void {
  followers.set(edit.key, [follower]);
  keepWaiting(reader.personId, edit);
  show(reader.client, edit.seen.id, {});
  void work(reader, edit.seen.id);
}

/** Sends what earlier pages of the person left unsent. */
export function resumeEdits(reader: Reader, follow: (edit: WaitingEdit) => Follower): void {
  for (const ticketId of adoptWaiting(reader.personId)) {
    for (const edit of readWaiting(ticketId)) followers.set(edit.key, [follow(edit)]);
    show(reader.client, ticketId, {});
    void work(reader, ticketId);
  }
}

/** Sends the edits of a ticket one after the other, each on what came of the one before. */
async function work(reader: Reader, ticketId: string): Promise<void> {
  if (working.has(ticketId)) return;
  working.add(ticketId);
  let known: Ticket | null = null;
  for (let [edit] = readWaiting(ticketId); edit; [edit] = readWaiting(ticketId)) {
    for (const follower of followersOf(edit)) known = newer(known, follower.known);
    known = await sendOne(reader, edit, known);
  }
  working.delete(ticketId);
  await readAgain(reader.client, ticketId);
}

const followersOf = ({ key }: WaitingEdit): readonly Follower[] => followers.get(key) ?? [];

const newer = (one: Ticket | null, other: Ticket | null): Ticket | null =>
  other && other.version > (one?.version ?? 0) ? other : one;

/** Answers what is stored then, as far as that is known. */
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
    else await decide(reader, { ...edit, sent: true }, error);
    return error instanceof Clash ? error.theirs : known;
  }
}

/** Shows what is stored, with what waits on top of it. */
const show = (client: QueryClient, id: string, stored: Partial<Ticket>): void =>
  showTicket(client, id, shown => withWaiting({ ...shown, ...stored }));

function finish(reader: Reader, edit: WaitingEdit, outcome: Outcome): void {
  const told = followersOf(edit);
  followers.delete(edit.key);
  forgetWaiting(reader.personId, edit);
  for (const { settle } of told) settle(outcome);
}

/** Puts back what an edit replaced. Of a ticket that is gone, all that waits goes with it. */
function refuse(reader: Reader, edit: WaitingEdit, error: unknown, known: Ticket | null): void {
  const tell = followersOf(edit).find(({ refused }) => refused !== null)?.refused;
  for (const each of isGone(error) ? readWaiting(edit.seen.id).toReversed() : [edit]) {
    finish(reader, each, { error });
    show(reader.client, each.seen.id, pickFields(known ?? each.seen, fieldsOf(each.change)));
  }
  if (tell) tell(error);
  else tellRefused(reader, edit, error);
}

/** Of what undoes an edit, that is left out which others have changed since. */
function yieldTo(reader: Reader, edit: WaitingEdit, clash: Clash): void {
  for (const { clashed } of followersOf(edit)) clashed();
  keepWaiting(reader.personId, { ...edit, change: mergeChange(edit.seen, edit.change, clash.theirs).change });
  void tellYielded(reader, clash);
}

/** Asks about everything of the ticket that waits, and goes on with the answer. */
async function decide(reader: Reader, first: WaitingEdit, { theirs, deeds }: Clash): Promise<void> {
  const folded = fold(reader, first);
  const { change, clashes } = mergeChange(folded.seen, folded.change, theirs);
  if (clashes.length === 0) return;
  const told = followersOf(folded);
  for (const { clashed } of told) clashed();
  const clash = new Clash(clashes, folded.seen, folded.change, theirs, deeds);
  const verdict = await askAbout(clash);
  const wanted = { ...change, ...pickFields(folded.change, verdict.mine) };
  const edit = { ...folded, seen: asSeen(theirs, wanted), change: wanted, sent: false };
  keepWaiting(reader.personId, edit);
  show(reader.client, theirs.id, theirs);
  told[0]?.decided(edit, clash, verdict);
}

/** Makes one edit of those that wait, in the first one's place. */
function fold(reader: Reader, first: WaitingEdit): WaitingEdit {
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
