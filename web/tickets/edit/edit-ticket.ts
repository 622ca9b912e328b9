import type { Ticket } from '#contract';
import { offerUndo, type Reader, tellKeptTheirs, tellUndone } from './edit-notices.ts';
import { fieldsOf, mergeChange, pickFields, type TicketChange } from './merge.ts';
import type { SeenTicket } from './patch.ts';
import { type Follower, type Outcome, resumeEdits, sendEdit } from './send-edits.ts';
import { newEdit, type WaitingEdit } from './waiting-edits.ts';

/**
 * Edits a ticket: optimistic, merged with concurrent edits, rolled back on failure, and undoable for ten seconds.
 *
 * @param seen the ticket on which the change is based
 * @param onError reports a failure; null for a toast
 * @returns the outcome; null if there is nothing to change
 */
export function editTicket(
  reader: Reader,
  seen: SeenTicket,
  change: TicketChange,
  onError: Follower['onError'] = null,
): Promise<Outcome | null> {
  const edit = newEdit(seen, mergeChange(seen, change, seen).change);
  if (fieldsOf(edit.change).length === 0) return Promise.resolve(null);
  return new Promise(settle => sendEdit(reader, edit, createListener(reader, edit, { atOnce: true, settle, onError })));
}

/** Sends the edits that the person's earlier pages left unsent. Each is reported once stored. */
export const resumeTickets = (reader: Reader): void =>
  resumeEdits(reader, edit => createListener(reader, edit, { atOnce: false, settle: () => undefined, onError: null }));

type ListenerOptions = Pick<Follower, 'settle' | 'onError'> & {
  /** Offer undo before the server has stored the edit. */ atOnce: boolean;
};

/** Offers to undo an edit while it is in effect. */
function createListener(reader: Reader, first: WaitingEdit, { atOnce, settle, onError }: ListenerOptions): Follower {
  let edit = first;
  let stored: Ticket | null = null;
  const offer = (): (() => void) => offerUndo(reader, edit, () => undoEdit(reader, edit, stored));
  let hideOffer = atOnce && !edit.yields ? offer() : null;
  return {
    known: null,
    onError,
    again: ({ seen, change }) => void editTicket(reader, seen, change),
    settle: outcome => {
      if ('error' in outcome) hideOffer?.();
      else {
        stored = outcome.patched.ticket;
        if (!hideOffer && outcome.patched.sent && !edit.yields) hideOffer = offer();
      }
      settle(outcome);
    },
    onConflict: () => {
      hideOffer?.();
      hideOffer = null;
    },
    onResolved: (replacement, clash, { dismissed }) => {
      edit = replacement;
      const takeMine = () => void editTicket(reader, clash.theirs, pickFields(clash.mine, clash.fields));
      if (dismissed) tellKeptTheirs(reader, clash, takeMine);
    },
  };
}

/** Restores the fields that an edit changed, except those that have been changed again since. */
function undoEdit(reader: Reader, edit: WaitingEdit, stored: Ticket | null): void {
  const { seen, change } = edit;
  const undo = newEdit({ ...seen, ...change }, pickFields(seen, fieldsOf(change)), true);
  let yielded = false;
  sendEdit(reader, undo, {
    known: stored,
    onError: null,
    again: () => undoEdit(reader, edit, stored),
    settle: outcome => {
      if ('patched' in outcome && !yielded) tellUndone(reader, { ...undo, seen, change });
    },
    onConflict: () => {
      yielded = true;
    },
    onResolved: () => undefined,
  });
}
