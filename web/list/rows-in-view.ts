/** The rows that are drawn, by list, for as long as the page lives. */
const drawn = new Map<string, ReadonlySet<string>>();

/** Remembers what of a list is drawn. */
export const keepInView = (list: string, ids: readonly string[]): void => void drawn.set(list, new Set(ids));

/** Whether any of the rows is drawn. */
export const isInView = (list: string, rows: readonly { id: string }[]): boolean => {
  const ids = drawn.get(list);
  return ids !== undefined && rows.some(({ id }) => ids.has(id));
};
