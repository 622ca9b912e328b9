/** Rows in the positions where they were shown, with their current content. */
export type SteadyRows<Row> = {
  rows: readonly Row[];
  /** Ids of shown rows that have left the list. */
  removed: ReadonlySet<string>;
  /** Number of listed rows that are not shown yet. */
  entering: number;
  /** True if shown rows have left the list or moved in it. */
  hasRemovedOrMoved: boolean;
};

export const toSteadyRows = <Row>(rows: readonly Row[]): SteadyRows<Row> => ({
  rows,
  removed: new Set(),
  entering: 0,
  hasRemovedOrMoved: false,
});

/**
 * Updates the shown rows of a changed list. Other people's changes move no row under the pointer. Rows below all shown
 * rows are added, because they move no other row. Rows that the person changed move to their listed positions.
 *
 * @param own ids of the rows the person changed
 */
export function updateSteadyRows<Row extends { id: string }>(
  shown: readonly Row[],
  listed: readonly Row[],
  own: ReadonlySet<string>,
): SteadyRows<Row> {
  const positions = new Map(listed.map(({ id }, index) => [id, index]));
  const staying = shown.filter(({ id }) => !own.has(id));
  const removed = new Set(staying.filter(({ id }) => !positions.has(id)).map(({ id }) => id));
  const stayingIds = new Set(staying.map(({ id }) => id));
  const last = listed.findLastIndex(({ id }) => stayingIds.has(id));
  const added = listed.slice(last + 1).filter(({ id }) => !own.has(id));
  const rows = [...staying.map(row => listed[positions.get(row.id) ?? -1] ?? row), ...added];
  const shownIds = new Set(rows.map(({ id }) => id));
  for (const [index, row] of listed.entries()) {
    if (!own.has(row.id)) continue;
    rows.splice(findInsertIndex(rows, listed, index), 0, row);
    shownIds.add(row.id);
  }
  const order = rows.map(({ id }) => positions.get(id)).filter(position => position !== undefined);
  return {
    rows,
    removed,
    entering: listed.filter(({ id }) => !shownIds.has(id)).length,
    hasRemovedOrMoved: removed.size > 0 || order.some((position, index) => position < (order[index - 1] ?? 0)),
  };
}

/** Finds the nearest shown row that is listed before `index`. Returns the index after that row, or else 0. */
function findInsertIndex<Row extends { id: string }>(
  rows: readonly Row[],
  listed: readonly Row[],
  index: number,
): number {
  const before = listed.slice(0, index).map(({ id }) => id);
  for (const id of before.toReversed()) {
    const position = rows.findIndex(row => row.id === id);
    if (position >= 0) return position + 1;
  }
  return 0;
}
