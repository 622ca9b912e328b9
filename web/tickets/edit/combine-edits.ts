import type { PendingEdit } from './pending-edits.ts';
import { listFields, pickTicketFields } from './ticket-fields.ts';

/** Combines edits into one, from the first seen to the last wanted value of each field. */
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
