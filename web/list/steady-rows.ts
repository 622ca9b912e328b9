/** Rows in the places where they were shown, with what they say now. */
export type SteadyRows<Row> = {
  rows: readonly Row[];
  /** Of the rows, those that are no longer in the list. */
  gone: ReadonlySet<string>;
  /** How many there are in the list that are not shown yet. */
  entering: number;
  /** Whether rows would leave or change places. */
  moving: boolean;
};

/** Rows as the list has them. */
export const asListed = <Row>(rows: readonly Row[]): SteadyRows<Row> => ({
  rows,
  gone: new Set(),
  entering: 0,
  moving: false,
});

/**
 * What to show of a list that has changed while somebody points at it: each row stays where it is. Rows below all others
 * are added, since they move nothing. What the person changed themselves goes where it belongs.
 *
 * @param own ids of what the person changed
 */
export function keepSteady<Row extends { id: string }>(
  shown: readonly Row[],
  listed: readonly Row[],
  own: ReadonlySet<string>,
): SteadyRows<Row> {
  const places = new Map(listed.map(({ id }, index) => [id, index]));
  const staying = shown.filter(({ id }) => !own.has(id));
  const gone = new Set(staying.filter(({ id }) => !places.has(id)).map(({ id }) => id));
  const stayingIds = new Set(staying.map(({ id }) => id));
  const last = listed.findLastIndex(({ id }) => stayingIds.has(id));
  const added = listed.slice(last + 1).filter(({ id }) => !own.has(id));
  const rows = [...staying.map(row => listed[places.get(row.id) ?? -1] ?? row), ...added];
  const shownIds = new Set(rows.map(({ id }) => id));
  for (const [index, row] of listed.entries()) {
    if (!own.has(row.id)) continue;
    rows.splice(placeAfter(rows, listed, index), 0, row);
    shownIds.add(row.id);
  }
  const order = rows.map(({ id }) => places.get(id)).filter(place => place !== undefined);
  return {
    rows,
    gone,
    entering: listed.filter(({ id }) => !shownIds.has(id)).length,
    moving: gone.size > 0 || order.some((place, index) => place < (order[index - 1] ?? 0)),
  };
}

/** The index behind the nearest row that is listed before `index` and shown; 0 when none is. */
function placeAfter<Row extends { id: string }>(rows: readonly Row[], listed: readonly Row[], index: number): number {
  const before = listed.slice(0, index).map(({ id }) => id);
  for (const id of before.toReversed()) {
    const place = rows.findIndex(row => row.id === id);
    if (place >= 0) return place + 1;
  }
  return 0;
}
