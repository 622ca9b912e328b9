/** The selected rows of a list: a base selection plus the current range. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** The selection without the current range. */
  readonly base: ReadonlySet<string>;
  /** The row from which ranges extend; null if there is none, as after `selectAllRows`. */
  readonly anchor: string | null;
};

const noIds: ReadonlySet<string> = new Set();

export const emptySelection: Selection = { ids: noIds, base: noIds, anchor: null };

const createSelection = (ids: ReadonlySet<string>, anchor: string | null): Selection => ({ ids, base: ids, anchor });

/** Selects or deselects one row. */
export function toggleRow({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return createSelection(next, id);
}

/**
 * Extends the selection to a row, from the anchor or else from `start`. A second call replaces the range. Rows outside
 * the new range return to their previous state.
 */
export function extendSelection(
  { base, anchor }: Selection,
  order: readonly string[],
  to: string,
  start: string = to,
): Selection {
  const origin = anchor !== null && order.includes(anchor) ? anchor : start;
  const [first = 0, last = 0] = [order.indexOf(origin), order.indexOf(to)].toSorted((a, b) => a - b);
  return { ids: new Set([...base, ...order.slice(Math.max(first, 0), last + 1)]), base, anchor: origin };
}

export const selectAllRows = (order: readonly string[]): Selection => createSelection(new Set(order), null);

export function deselectRows(selection: Selection, ids: ReadonlySet<string>): Selection {
  const remainingIds = new Set([...selection.ids].filter(id => !ids.has(id)));
  if (remainingIds.size === selection.ids.size) return selection;
  return remainingIds.size === 0 ? emptySelection : createSelection(remainingIds, selection.anchor);
}

/** Deselects the rows that have left the list. Returns the same object if no row has left. */
export function deselectUnlisted(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const listedIds = new Set(order);
  return deselectRows(selection, new Set([...selection.ids].filter(id => !listedIds.has(id))));
}

/** Returns how much of the list is selected. */
export function getSelectionExtent({ ids }: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  if (ids.size === 0) return 'none';
  return order.every(id => ids.has(id)) ? 'all' : 'some';
}
