import type { Ticket } from '#contract';
import { offerUndo, type Reader, tellKeptTheirs, tellUndone } from './edit-notices.ts';
import { fieldsOf, mergeChange, pickFields, type TicketChange } from './merge.ts';
import type { SeenTicket } from './patch.ts';
import { type Follower, type Outcome, resumeEdits, sendEdit } from './send-edits.ts';
import { newEdit, type WaitingEdit } from './waiting-edits.ts';

/**
 * Changes a ticket: shown at once, merged with what others change meanwhile, put back if it is refused, and undone if
 * that is wanted within ten seconds.
 *
 * @param seen the ticket on which the change was decided
 * @param refused tells the person that it was refused; null for a notice
 * @returns what came of it; null where there was nothing to change
 */
export function editTicket(
  reader: Reader,
  seen: SeenTicket,
  change: TicketChange,
  refused: Follower['refused'] = null,
): Promise<Outcome | null> {
  const edit = newEdit(seen, mergeChange(seen, change, seen).change);
  if (fieldsOf(edit.change).length === 0) return Promise.resolve(null);
  return new Promise(settle => sendEdit(reader, edit, follow(reader, edit, { atOnce: true, settle, refused })));
}

/** Goes on with what earlier pages of the person left unsent; they are told of it once it is stored. */
export const resumeTickets = (reader: Reader): void =>
  resumeEdits(reader, edit => follow(reader, edit, { atOnce: false, settle: () => undefined, refused: null }));

type Following = Pick<Follower, 'settle' | 'refused'> & { /** Before the server has it. */ atOnce: boolean };

/** Offers to undo an edit for as long as it holds. */
function follow(reader: Reader, first: WaitingEdit, { atOnce, settle, refused }: Following): Follower {
  let edit = first;
  let stored: Ticket | null = null;
  const offer = (): (() => void) => offerUndo(reader, edit, () => undoEdit(reader, edit, stored));
  let takeBack = atOnce && !edit.yields ? offer() : null;
  return {
    known: null,
    refused,
    again: ({ seen, change }) => void editTicket(reader, seen, change),
    settle: outcome => {
      if ('error' in outcome) takeBack?.();
      else {
        stored = outcome.patched.ticket;
        if (!takeBack && outcome.patched.sent && !edit.yields) takeBack = offer();
      }
      settle(outcome);
    },
    clashed: () => {
      takeBack?.();
      takeBack = null;
    },
    decided: (instead, clash, { dismissed }) => {
      edit = instead;
      const takeMine = () => void editTicket(reader, clash.theirs, pickFields(clash.mine, clash.fields));
      if (dismissed) tellKeptTheirs(reader, clash, takeMine);
    },
  };
}

/** Sets the fields that an edit changed back to what they were, but for those that were changed again since. */
function undoEdit(reader: Reader, edit: WaitingEdit, stored: Ticket | null): void {
  const { seen, change } = edit;
  const undo = newEdit({ ...seen, ...change }, pickFields(seen, fieldsOf(change)), true);
  let yielded = false;
  sendEdit(reader, undo, {
    known: stored,
    refused: null,
    again: () => undoEdit(reader, edit, stored),
    settle: outcome => {
      if ('patched' in outcome && !yielded) tellUndone(reader, { ...undo, seen, change });
    },
    clashed: () => {
      yielded = true;
    },
    decided: () => undefined,
  });
}
