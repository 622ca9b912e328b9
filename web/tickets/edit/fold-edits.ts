import { fieldsOf, pickFields } from './merge.ts';
import type { WaitingEdit } from './waiting-edits.ts';

/** Several edits as the one that they come to: each field from what was seen first to what was wanted last. */
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
