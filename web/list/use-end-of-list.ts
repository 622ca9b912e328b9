import { useLayoutEffect, useRef } from 'react';
import { showToast } from '../toasts/toast-store.ts';
import { formatTotal } from '../ui/format-total.ts';
import type { RowActions } from './row-actions.ts';
import type { RowStateStore } from './row-state.ts';
import type { RowFocus } from './use-row-focus.ts';

/** Maximum number of rows for one press of End, in 20 pages. By default, the API allows 1,000 requests a minute. */
const maxFurtherRows = 1000;

type EndOfListOptions = {
  /** A name for the rows: "Tickets". */
  label: string;
  rows: readonly { id: string }[];
  hasMore: boolean;
  /** Why the next page failed to load, or null. */
  failure: unknown;
  rowState: RowStateStore;
  focus: RowFocus;
  select: RowActions['select'];
};

/** A jump to the end of the list. It continues after each loaded page. */
type Jump = { maxRows: number; lastId: string; selects: boolean };

/**
 * Moves the focus to the last loaded row. The list then loads its next page, and the focus moves again. Stops after
 * 1,000 further rows and shows a toast.
 */
export function useEndOfList({ label, rows, hasMore, failure, rowState, focus, select }: EndOfListOptions) {
  const jump = useRef<Jump | null>(null);

  function continueJump(selects: boolean, maxRows: number): void {
    const last = rows.at(-1);
    if (!last) return;
    if (selects) select?.(last.id, 'range');
    focus.focusRow(rows.length - 1);
    jump.current = hasMore ? { maxRows, lastId: last.id, selects } : null;
  }
  /** Cancels the jump. Called on any other input. */
  const stop = (): void => {
    jump.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the jump continues when further rows have loaded
  useLayoutEffect(() => {
    if (jump.current === null) return;
    const { maxRows, lastId, selects } = jump.current;
    const { current, hasFocus } = rowState.read();
    if (failure !== null || !hasFocus || current !== lastId) return stop();
    continueJump(selects, maxRows);
    if (!hasMore || rows.length < maxRows) return;
    stop();
    showLoadedCount(rows.length, label.toLowerCase());
  }, [rows, hasMore, failure]);

  /** @param selects true to select all rows up to the end */
  const go = (selects: boolean): void => continueJump(selects, rows.length + maxFurtherRows);
  return { go, stop };
}

function showLoadedCount(count: number, rowsLabel: string): void {
  showToast({
    tone: 'done',
    title: `${formatTotal({ count, exact: true })} ${rowsLabel} loaded; there are more`,
    message: 'Press End to load the next 1,000, or reverse the sort order to start at the other end.',
    about: 'end of list',
  });
}
