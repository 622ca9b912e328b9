import { createContext, use } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { createStore, type ReadableStore, useStore } from '../storage/observable-store.ts';
import { emptySelection, type Selection } from './selection.ts';

/** The state of a list. The rows subscribe to it. */
export type RowState = {
  /** The list to which the state belongs. A different list resets everything except `hasFocus`. */
  readonly list: string;
  readonly selection: Selection;
  /** Why the last bulk action failed for some rows, by id. */
  readonly failureReasons: ReadonlyMap<string, string>;
  /** The row that has the focus, or receives it when Tab enters the list. */
  readonly current: string | null;
  /** True while the list has the focus. */
  readonly hasFocus: boolean;
  /** The action to run once the bulk bar is mounted. */
  readonly pendingAction: ActionName | null;
};

/** Stores the state outside React, so that a change renders only the changed rows. */
export type RowStateStore = ReadableStore<RowState> & { update: (part: Partial<RowState>) => void };

const initialState = {
  selection: emptySelection,
  failureReasons: new Map<string, string>(),
  current: null,
  pendingAction: null,
};

export function createRowState(): RowStateStore {
  const rowState = createStore<RowState>({ ...initialState, list: '', hasFocus: false });
  return { ...rowState, update: part => rowState.write({ ...rowState.read(), ...part }) };
}

/** Resets the state, except the focus, when a different list is shown. */
export function resetRowState(rowState: RowStateStore, list: string): void {
  if (rowState.read().list !== list) rowState.update({ ...initialState, list });
}

export const RowStateContext = createContext<RowStateStore | null>(null);

function useRowStateStore(): RowStateStore {
  const rowState = use(RowStateContext);
  if (!rowState) throw new Error('useRowStateStore requires a RowStateContext');
  return rowState;
}

/** Subscribes to a value derived from the state. @throws outside a list */
export const useRowState = <Value>(select: (rowState: RowState) => Value): Value =>
  useStore(useRowStateStore(), select);
