import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { RowMarks } from './row-marks.ts';

type RowFocusOptions = {
  rows: readonly { id: string }[];
  /** Which list it is. */
  list: string;
  /** True while the rows still are those of the list before. */
  stale: boolean;
  openId: string | undefined;
  marks: RowMarks;
  /** The index of the row where one is, see {@link RowFocus}. Whoever draws the rows hands it in, and always draws that row. */
  place: RefObject<number>;
  showRow: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
  /** The index of the first row in view. */
  readTop: () => number;
};

/** Where one is in a list, and how to get elsewhere. */
export type RowFocus = {
  focusRow: (index: number) => void;
  /** The row where one is, or was before it left the list; -1 before one was anywhere. */
  place: RefObject<number>;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
};

/** Whether nobody has the focus, or only the page as a whole, which gets what nobody has. */
export const isFocusLost = (): boolean =>
  [null, document.body, document.getElementById('content')].includes(activeElement());

const activeElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null;

/**
 * Keeps the focus of a list: with whoever goes through it, on the row that took the place of one that has left, and
 * with whoever comes back from what a row opened.
 */
export function useRowFocus(options: RowFocusOptions): RowFocus {
  const { rows, list, stale, openId, marks, place, showRow, scroller, readTop } = options;
  const wanted = useRef<string | null>(null);

  const find = (id: string): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;

  /** A row that is out of view is drawn once the list has scrolled to it. */
  function focusWanted(): void {
    const element = wanted.current === null ? null : find(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  }

  function focusRow(index: number): void {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    place.current = rows.indexOf(row);
    marks.change({ current: row.id });
    showRow(place.current);
    wanted.current = row.id;
    focusWanted();
  }

  useLayoutEffect(focusWanted);

  const indexOf = (wanted: string | null | undefined): number => rows.findIndex(({ id }) => id === wanted);
  const begun = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can take the focus away
  useLayoutEffect(() => {
    if (stale) return;
    const { current, inside } = marks.read();
    const isOther = begun.current !== undefined && begun.current !== list;
    if (begun.current !== list) place.current = indexOf(inside && !isOther ? current : openId);
    // Where one was in the list, or whoever took the place of that. Before that Tab leads to the first row, whichever it is.
    else if (place.current >= 0) {
      const index = indexOf(current);
      place.current = index >= 0 ? index : Math.min(place.current, rows.length - 1);
    }
    begun.current = list;
    const here = rows[Math.max(0, place.current)];
    if (here && here.id !== current) marks.change({ current: here.id });
    const mustMove = isFocusLost() || (isOther && scroller.current?.contains(document.activeElement));
    if (inside && mustMove) focusRow(Math.max(place.current, isOther ? readTop() : 0));
  }, [rows, list, stale]);

  const shown = useRef(openId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come later must not move the list under the pointer
  useEffect(() => {
    const before = shown.current;
    shown.current = openId;
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) {
      place.current = index;
      marks.change({ current: openId ?? null });
      showRow(index);
    }
    // What is opened takes the focus itself.
    if (before !== undefined && openId === undefined && (marks.read().inside || isFocusLost())) focusRow(place.current);
  }, [openId]);

  return {
    focusRow,
    place,
    onFocus: ({ target }) => {
      const id = target.closest('li')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
      const index = rows.findIndex(row => row.id === id);
      if (id === undefined || index < 0) return;
      place.current = index;
      const { current, inside } = marks.read();
      if (!inside || current !== id) marks.change({ current: id, inside: true });
    },
    // Leaving the window is not leaving the list, nor is a dialog over it, from which one comes back.
    onBlur: ({ target, currentTarget, relatedTarget }) => {
      const inDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog') !== null;
      const inside = inDialog || currentTarget.contains(relatedTarget) || document.activeElement === target;
      if (!inside) marks.change({ inside });
    },
  };
}
