import { createContext, use } from 'react';

/** Actions on a row of the surrounding list. The object is stable, so that rows do not render again. */
export type RowActions = {
  open: (id: string) => void;
  /** Toggles one row, or extends the selection to it. Null if rows cannot be selected. */
  select: ((id: string, how: 'single' | 'range') => void) | null;
};

export const RowActionsContext = createContext<RowActions | null>(null);

/** @throws outside a list */
export function useRowActions(): RowActions {
  const actions = use(RowActionsContext);
  if (!actions) throw new Error('useRowActions requires a RowActionsContext');
  return actions;
}
