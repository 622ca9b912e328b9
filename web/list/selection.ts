/** The chosen rows of a list. A range that is being drawn lies over what was chosen before it. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** Without the range that is being drawn. */
  readonly base: ReadonlySet<string>;
  /** Where the next range begins; null before anything was chosen by itself. */
  readonly anchor: string | null;
};

const none: ReadonlySet<string> = new Set();

/** Nothing chosen. */
export const nothingSelected: Selection = { ids: none, base: none, anchor: null };

const from = (ids: ReadonlySet<string>, anchor: string | null): Selection => ({ ids, base: ids, anchor });

/** Takes one in, or out if it was in. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return from(next, id);
}

/**
 * Draws a range to a row, from the one chosen before or else from `start`. Drawn again, it ends elsewhere: rows that it
 * no longer covers are as they were before.
 */
export function drawTo(
  { base, anchor }: Selection,
  order: readonly string[],
  to: string,
  start: string = to,
): Selection {
  const begin = anchor !== null && order.includes(anchor) ? anchor : start;
  const [first = 0, last = 0] = [order.indexOf(begin), order.indexOf(to)].toSorted((a, b) => a - b);
  return { ids: new Set([...base, ...order.slice(Math.max(first, 0), last + 1)]), base, anchor: begin };
}

/** All that are listed; what was chosen before is among them. */
export const selectAll = (order: readonly string[]): Selection => from(new Set(order), null);

/** Takes several out. */
export function without(selection: Selection, ids: ReadonlySet<string>): Selection {
  const rest = new Set([...selection.ids].filter(id => !ids.has(id)));
  if (rest.size === selection.ids.size) return selection;
  return rest.size === 0 ? nothingSelected : from(rest, selection.anchor);
}

/** Without the rows that have left the list. The same selection when there are none. */
export function onlyListed(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const listed = new Set(order);
  return without(selection, new Set([...selection.ids].filter(id => !listed.has(id))));
}

/** How much of what is listed is chosen. */
export function extent({ ids }: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  if (ids.size === 0) return 'none';
  return order.every(id => ids.has(id)) ? 'all' : 'some';
}
