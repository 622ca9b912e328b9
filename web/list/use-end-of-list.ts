import { useLayoutEffect, useRef } from 'react';
import { showNotice } from '../notices/notices.ts';
import { formatTotal } from '../ui/total.ts';
import type { RowActions } from './row-actions.ts';
import type { RowMarks } from './row-marks.ts';
import type { RowFocus } from './use-row-focus.ts';

/** So many further rows are loaded for one press of End: 20 requests of the 1,000 a minute. */
const mostFurther = 1000;

type EndOfListOptions = {
  /** What the rows are, in words: "Tickets". */
  label: string;
  rows: readonly { id: string }[];
  more: boolean;
  /** Why further rows could not be loaded; null where nothing says so. */
  failure: unknown;
  marks: RowMarks;
  focus: RowFocus;
  select: RowActions['select'];
};

/** A way to the end of a list that goes on with every page that is loaded. */
type Way = { most: number; lastId: string; selects: boolean };

/** Leads to the last row of a list, also where it is not loaded yet. */
export type EndOfList = {
  /** @param selects whether all rows up to there are selected */
  go: (selects: boolean) => void;
  /** To be called when something else is pressed: it goes no further. */
  stop: () => void;
};

/**
 * The way to the last row of a list: to the last that is loaded, from where the list loads on, and so forth. A list that
 * is longer than 1,000 further rows says how far it was loaded.
 */
export function useEndOfList({ label, rows, more, failure, marks, focus, select }: EndOfListOptions): EndOfList {
  const way = useRef<Way | null>(null);

  function goOn(selects: boolean, most: number): void {
    const last = rows.at(-1);
    if (!last) return;
    if (selects) select?.(last.id, 'upTo');
    focus.focusRow(rows.length - 1);
    way.current = more ? { most, lastId: last.id, selects } : null;
  }
  const stop = (): void => {
    way.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on when further rows are there
  useLayoutEffect(() => {
    if (way.current === null) return;
    const { most, lastId, selects } = way.current;
    const { current, inside } = marks.read();
    if (failure !== null || !inside || current !== lastId) return stop();
    goOn(selects, most);
    if (!more || rows.length < most) return;
    stop();
    showLoadedCount(rows.length, label.toLowerCase());
  }, [rows, more, failure]);

  return { go: selects => goOn(selects, rows.length + mostFurther), stop };
}

function showLoadedCount(count: number, what: string): void {
  showNotice({
    tone: 'done',
    title: `${formatTotal({ count, exact: true })} ${what} loaded, and there are more`,
    message: 'Press End to load the next 1,000, or reverse the order to start at the other end.',
    about: 'end of list',
  });
}
