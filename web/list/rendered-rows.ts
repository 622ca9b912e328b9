const rendered = new Map<string, ReadonlySet<string>>();

/** Stores which rows of a list are rendered. */
export const setRenderedRows = (list: string, ids: readonly string[]): void => void rendered.set(list, new Set(ids));

export const isAnyRendered = (list: string, rows: readonly { id: string }[]): boolean => {
  const ids = rendered.get(list);
  return ids !== undefined && rows.some(({ id }) => ids.has(id));
};
