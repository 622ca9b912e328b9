/** A range of row indexes, from `first` up to but excluding `end`. */
export type RowRange = { readonly first: number; readonly end: number };

/** Minimum number of rows rendered above and below the visible rows. */
const spare = 5;
/** Rows rendered ahead of the visible rows. Fewer rows would need more frames, and a frame costs more than a row. */
const ahead = spare + 8;
/** Rows rendered behind the visible rows, against the scroll direction. */
const behind = 10;

/** Returns the rows that are at least partly visible. The scroll offset `top` and the heights are in pixels. */
export const getVisibleRange = (top: number, viewHeight: number, rowHeight: number): RowRange => ({
  first: Math.max(0, Math.floor(top / rowHeight)),
  end: Math.ceil((top + viewHeight) / rowHeight),
});

/** Returns true if all existing rows of a range are rendered. */
export const isRangeRendered = (range: RowRange, rendered: RowRange, count: number): boolean =>
  rendered.first <= Math.max(0, range.first) && rendered.end >= Math.min(count, range.end);

/**
 * Returns the range to render. The current range stays while it has spare rows on both sides of the visible rows. A new
 * range has more rows in the scroll direction, and may end beyond the last row.
 *
 * @param count number of rows
 * @param isDown true if the list scrolls down
 */
export function updateRenderedRange(rendered: RowRange, visible: RowRange, count: number, isDown: boolean): RowRange {
  const extendVisible = (above: number, below: number): RowRange => ({
    first: visible.first - above,
    end: visible.end + below,
  });
  if (isRangeRendered(extendVisible(spare, spare), rendered, count)) return rendered;
  const { first, end } = isDown ? extendVisible(behind, ahead) : extendVisible(ahead, behind);
  return { first: Math.max(0, first), end };
}

/**
 * Returns the part of the target range to render immediately: visible and already rendered rows.
 *
 * @param shown the range that is rendered now
 */
export function toImmediateRange(target: RowRange, shown: RowRange, visible: RowRange): RowRange {
  const isApart = shown.end < visible.first || shown.first > visible.end;
  if (isApart) return visible;
  return {
    first: Math.max(target.first, Math.min(shown.first, visible.first)),
    end: Math.min(target.end, Math.max(shown.end, visible.end)),
  };
}
