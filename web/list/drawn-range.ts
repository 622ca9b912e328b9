/** Rows of a list, by index: from `first` up to `end`, which is not one of them. */
export type RowRange = { readonly first: number; readonly end: number };

/** So many rows beyond those in view are always wanted. */
const spare = 5;
/** So many where the list moves to. With fewer, rows would be drawn in more frames, and a frame costs more than a row. */
const ahead = spare + 8;
/** And so many where it comes from. */
const behind = 10;

/** The rows of which anything is in view; `top` and heights in pixels. */
export const rangeInView = (top: number, viewHeight: number, rowHeight: number): RowRange => ({
  first: Math.max(0, Math.floor(top / rowHeight)),
  end: Math.ceil((top + viewHeight) / rowHeight),
});

/** Whether all rows of a range are among those that are drawn, as far as there are so many. */
export const isWithin = (range: RowRange, drawn: RowRange, count: number): boolean =>
  drawn.first <= Math.max(0, range.first) && drawn.end >= Math.min(count, range.end);

/**
 * The rows to draw: those of before, for as long as they reach beyond what is in view.
 *
 * @param count how many rows there are
 * @param isDown where the list moves to
 */
export function followView(drawn: RowRange, seen: RowRange, count: number, isDown: boolean): RowRange {
  const around = (above: number, below: number): RowRange => ({ first: seen.first - above, end: seen.end + below });
  if (isWithin(around(spare, spare), drawn, count)) return drawn;
  const { first, end } = isDown ? around(behind, ahead) : around(ahead, behind);
  return { first: Math.max(0, first), end };
}

/** The part of what is wanted that cannot wait: what is in view, and what is there already. */
export function atLeast(wanted: RowRange, shown: RowRange, seen: RowRange): RowRange {
  const isApart = shown.end < seen.first || shown.first > seen.end;
  if (isApart) return seen;
  return {
    first: Math.max(wanted.first, Math.min(shown.first, seen.first)),
    end: Math.min(wanted.end, Math.max(shown.end, seen.end)),
  };
}
