import { createContext, use } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { createStore, type ReadableStore, useStore } from '../storage/observable-store.ts';
import { emptySelection, type Selection } from './selection.ts';

/** State of a list that only some of its rows show. */
export type Marks = {
  /** The list that the marks belong to. Another list resets them. */
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

/** Stores the marks outside React state, so that of 5,000 rows only the changed ones render. */
export type RowMarks = ReadableStore<Marks> & { update: (part: Partial<Marks>) => void };

const unmarked = {
  selection: emptySelection,
  failureReasons: new Map<string, string>(),
  current: null,
  pendingAction: null,
};

export function createRowMarks(): RowMarks {
  const marks = createStore<Marks>({ ...unmarked, list: '', hasFocus: false });
  return { ...marks, update: part => marks.write({ ...marks.read(), ...part }) };
}

/** Resets the marks when another list is shown. */
export function resetMarks(marks: RowMarks, list: string): void {
  if (marks.read().list !== list) marks.update({ ...unmarked, list });
}

export const RowMarksContext = createContext<RowMarks | null>(null);

function useRowMarks(): RowMarks {
  const marks = use(RowMarksContext);
  if (!marks) throw new Error('useRowMarks requires a RowMarksContext');
  return marks;
}

/** Subscribes to a value derived from the marks. */
export const useMark = <Value>(select: (marks: Marks) => Value): Value => useStore(useRowMarks(), select);
