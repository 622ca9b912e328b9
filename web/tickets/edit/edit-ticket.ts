import type { Ticket } from '#contract';
import { type EditContext, offerUndo, reportDismissed, reportUndone } from './edit-toasts.ts';
import { mergeChange } from './merge-change.ts';
import type { SeenTicket } from './patch-ticket.ts';
import { createEdit, type PendingEdit } from './pending-edits.ts';
import { type EditListener, type EditOutcome, resumeEdits, sendEdit } from './send-edits.ts';
import { listFields, pickTicketFields, type TicketChange } from './ticket-fields.ts';

/**
 * Edits a ticket optimistically. Merges concurrent edits, rolls back on failure, and offers Undo for ten seconds.
 *
 * @param seen the ticket on which the change is based
 * @param onError reports a failure in place of the default toast
 * @returns the outcome; null if there is nothing to change
 */
export function editTicket(
  context: EditContext,
  seen: SeenTicket,
  change: TicketChange,
  onError?: EditListener['onError'],
): Promise<EditOutcome | null> {
  const edit = createEdit(seen, mergeChange(seen, change, seen).change);
  if (listFields(edit.change).length === 0) return Promise.resolve(null);
  return new Promise(onSettled =>
    sendEdit(context, edit, { ...createListener(context, edit, { isOfferedEarly: true, onSettled }), onError }),
  );
}

/**
 * Sends the edits that the person's earlier pages left unsent. Offers to undo each edit that changes the ticket, unless
 * the edit is an undo.
 */
export const resumeTicketEdits = (context: EditContext): void =>
  resumeEdits(context, edit => createListener(context, edit, { isOfferedEarly: false, onSettled: () => undefined }));

/** `isOfferedEarly`: offers undo before the server has stored the edit. */
type ListenerOptions = Pick<EditListener, 'onSettled'> & { isOfferedEarly: boolean };

/** Creates the listener that offers to undo an edit while the edit is in effect. */
function createListener(
  context: EditContext,
  first: PendingEdit,
  { isOfferedEarly, onSettled }: ListenerOptions,
): EditListener {
  let edit = first;
  let stored: Ticket | null = null;
  const offer = (): (() => void) => offerUndo(context, edit, () => undoEdit(context, edit, stored));
  let hideOffer = isOfferedEarly && !edit.yields ? offer() : null;
  return {
    retry: ({ seen, change }) => void editTicket(context, seen, change),
    onSettled: outcome => {
      if ('error' in outcome) hideOffer?.();
      else {
        stored = outcome.patched.ticket;
        if (!hideOffer && outcome.patched.wasSent && !edit.yields) hideOffer = offer();
      }
      onSettled(outcome);
    },
    onConflict: () => {
      hideOffer?.();
      hideOffer = null;
    },
    onResolved: (replacement, conflict, { isDismissed }) => {
      edit = replacement;
      const applyOwn = () => void editTicket(context, conflict.stored, pickTicketFields(conflict.own, conflict.fields));
      if (isDismissed) reportDismissed(context, conflict, applyOwn);
    },
  };
}

/** Restores the fields that an edit changed, except fields that have changed again since. */
function undoEdit(context: EditContext, edit: PendingEdit, stored: Ticket | null): void {
  const { seen, change } = edit;
  const undo = createEdit({ ...seen, ...change }, pickTicketFields(seen, listFields(change)), true);
  let yielded = false;
  sendEdit(context, undo, {
    knownTicket: stored,
    retry: () => undoEdit(context, edit, stored),
    onSettled: outcome => {
      if ('patched' in outcome && !yielded) reportUndone(context, { ...undo, seen, change });
    },
    onConflict: () => {
      yielded = true;
    },
  });
}
