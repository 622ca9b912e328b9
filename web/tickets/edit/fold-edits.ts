import { fieldsOf, pickFields } from './merge.ts';
import type { WaitingEdit } from './waiting-edits.ts';

/** Combines edits into one, from the first seen to the last wanted value of each field. */
export function foldEdits(first: WaitingEdit, others: readonly WaitingEdit[]): WaitingEdit {
  const edits = [first, ...others];
  const seen = edits.toReversed().map(each => pickFields(each.seen, fieldsOf(each.change)));
  return {
    ...first,
    seen: Object.assign({ ...first.seen }, ...seen),
    change: Object.assign({}, ...edits.map(each => each.change)),
    sent: edits.some(each => each.sent),
  };
}
