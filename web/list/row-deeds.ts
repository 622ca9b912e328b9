import { createContext, use } from 'react';

/** What can be done to a row of the list around. The same object always, so that no row is drawn again for its sake. */
export type RowDeeds = {
  open: (id: string) => void;
  /** Takes a row into the selection, or out; a range with `upTo`. Null where nothing is selected. */
  select: ((id: string, how: 'alone' | 'upTo') => void) | null;
};

export const RowDeedsContext = createContext<RowDeeds | null>(null);

/** What can be done to a row. Only inside a list. */
export function useRowDeeds(): RowDeeds {
  const deeds = use(RowDeedsContext);
  if (!deeds) throw new Error('useRowDeeds needs a list around it');
  return deeds;
}
