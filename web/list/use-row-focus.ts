import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { RowStateStore } from './row-state.ts';

type RowFocusOptions = {
  rows: readonly { id: string }[];
  /** Identifies the list. */
  list: string;
  /** True while the rows of the previous list are still shown. */
  isStale: boolean;
  openId: string | undefined;
  rowState: RowStateStore;
  /** The index of the current row, see {@link RowFocus}. The caller always renders that row. */
  position: RefObject<number>;
  showRow: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
  /** Returns the index of the first fully visible row. */
  getFirstVisibleIndex: () => number;
};

/** The current row of a list, and the functions that change it. */
export type RowFocus = {
  focusRow: (index: number) => void;
  /**
   * Index of the current row, even after the row has left the list. The index is -1 until a row of this list is focused
   * or opened.
   */
  position: RefObject<number>;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
};

/** Returns true if no element, or only the page as a whole, has the focus. */
export const isFocusLost = (): boolean =>
  [null, document.body, document.getElementById('content')].includes(getActiveElement());

const getActiveElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null;

/**
 * Manages the keyboard focus of a list. When the focused row leaves the list, the focus moves to the next row. When an
 * open item is closed, the focus returns to its row.
 */
export function useRowFocus(options: RowFocusOptions): RowFocus {
  const { rows, list, isStale, openId, rowState, position, showRow, scroller, getFirstVisibleIndex } = options;
  const targetId = useRef<string | null>(null);

  const find = (id: string): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;

  /**
   * Focuses the target row if it is rendered. Runs again after each render, because a distant row renders only after
   * the list has scrolled to it.
   */
  function focusTarget(): void {
    const element = targetId.current === null ? null : find(targetId.current);
    if (!element) return;
    targetId.current = null;
    element.focus({ preventScroll: true });
  }

  function focusRow(index: number): void {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    position.current = rows.indexOf(row);
    rowState.update({ current: row.id });
    showRow(position.current);
    targetId.current = row.id;
    focusTarget();
  }

  useLayoutEffect(focusTarget);

  const indexOf = (rowId: string | null | undefined): number => rows.findIndex(({ id }) => id === rowId);
  const shownList = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the rows can remove the focus
  useLayoutEffect(() => {
    if (isStale) return;
    const { current, hasFocus } = rowState.read();
    const isOtherList = shownList.current !== undefined && shownList.current !== list;
    if (shownList.current !== list) position.current = indexOf(hasFocus && !isOtherList ? current : openId);
    // Stays on the current row, or on the row now in its position. Without a current row, Tab leads to the first row.
    else if (position.current >= 0) {
      const index = indexOf(current);
      position.current = index >= 0 ? index : Math.min(position.current, rows.length - 1);
    }
    shownList.current = list;
    const row = rows[Math.max(0, position.current)];
    if (row && row.id !== current) rowState.update({ current: row.id });
    const mustMove = isFocusLost() || (isOtherList && scroller.current?.contains(document.activeElement));
    if (hasFocus && mustMove) focusRow(Math.max(position.current, isOtherList ? getFirstVisibleIndex() : 0));
  }, [rows, list, isStale]);

  const shownId = useRef(openId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that load later must not move the list under the pointer
  useEffect(() => {
    const previousId = shownId.current;
    shownId.current = openId;
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) {
      position.current = index;
      rowState.update({ current: openId ?? null });
      showRow(index);
    }
    // An opened item sets the focus itself.
    if (previousId !== undefined && openId === undefined && (rowState.read().hasFocus || isFocusLost()))
      focusRow(position.current);
  }, [openId]);

  return {
    focusRow,
    position,
    onFocus: ({ target }) => {
      const id = target.closest('li')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
      const index = rows.findIndex(row => row.id === id);
      if (id === undefined || index < 0) return;
      position.current = index;
      const { current, hasFocus } = rowState.read();
      if (!hasFocus || current !== id) rowState.update({ current: id, hasFocus: true });
    },
    // While another window or a dialog has the focus, `hasFocus` stays true: the focus returns.
    onBlur: ({ target, currentTarget, relatedTarget }) => {
      const inDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog') !== null;
      const hasFocus = inDialog || currentTarget.contains(relatedTarget) || document.activeElement === target;
      if (!hasFocus) rowState.update({ hasFocus });
    },
  };
}
