import { createContext, use } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { createStore, type ReadableStore, useStore } from '../store.ts';
import { nothingSelected, type Selection } from './selection.ts';

/** What distinguishes some rows of a list. */
export type Marks = {
  /** Which list the marks belong to; they end with it. */
  readonly list: string;
  readonly selection: Selection;
  /** Why the last change of several rows came to nothing for some of them, by id. */
  readonly refusals: ReadonlyMap<string, string>;
  /** The row that has the focus, or gets it first. */
  readonly current: string | null;
  /** Whether the focus is in the list. */
  readonly inside: boolean;
  /** What is to be chosen for the selection as soon as that can be. */
  readonly wanted: ActionName | null;
};

/** Keeps the marks outside of React's state: of five thousand rows only those that look different are drawn again. */
export type RowMarks = ReadableStore<Marks> & { change: (part: Partial<Marks>) => void };

const unmarked = {
  selection: nothingSelected,
  refusals: new Map<string, string>(),
  current: null,
  wanted: null,
};

export function createRowMarks(): RowMarks {
  const marks = createStore<Marks>({ ...unmarked, list: '', inside: false });
  return { ...marks, change: part => marks.write({ ...marks.read(), ...part }) };
}

/** Takes the marks over to another list, where there are none yet. */
export function beginList(marks: RowMarks, list: string): void {
  if (marks.read().list !== list) marks.change({ ...unmarked, list });
}

/** The marks of the list around. */
export const RowMarksContext = createContext<RowMarks | null>(null);

/** The marks of the list around. Only inside one. */
function useRowMarks(): RowMarks {
  const marks = use(RowMarksContext);
  if (!marks) throw new Error('useRowMarks needs a list around it');
  return marks;
}

/** Something that the marks tell, the same value as long as it tells the same. */
export const useMark = <Told>(tell: (marks: Marks) => Told): Told => useStore(useRowMarks(), tell);
