import { createContext, use } from 'react';

/** What can be done to a row of the list around. The same object always, so that no row is drawn again for its sake. */
export type RowActions = {
  open: (id: string) => void;
  /** Takes a row into the selection, or out; a range with `upTo`. Null where nothing is selected. */
  select: ((id: string, how: 'alone' | 'upTo') => void) | null;
};

export const RowActionsContext = createContext<RowActions | null>(null);

/** What can be done to a row. Only inside a list. */
export function useRowActions(): RowActions {
  const actions = use(RowActionsContext);
  if (!actions) throw new Error('useRowActions needs a list around it');
  return actions;
}
