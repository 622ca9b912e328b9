import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import { neighbours } from './neighbours.ts';
import type { RowActions } from './row-actions.ts';
import type { RowFocus } from './use-row-focus.ts';

type RowKeys = {
  rows: readonly { id: string }[];
  openId: string | undefined;
  open: (id: string) => void;
  focus: RowFocus;
  /** How many rows are in view. */
  rowsInView: () => number;
  /** What Shift and Space do; null where nothing is selected. */
  select: RowActions['select'];
};

/**
 * j, k and Enter, wherever the focus is: through the things listed when one is open, else through the rows, whose link
 * then has the focus. Answers what hears the other keys, while the focus is in the list.
 */
export function useRowKeys({ rows, openId, open, focus, rowsInView, select }: RowKeys) {
  const { focusRow, place } = focus;
  const openPlace = usePlace(rows, openId);
  const openIf = (id: string | undefined): void => {
    if (id !== undefined) open(id);
  };
  const { previous, next } = neighbours(rows, openId, openPlace.current);

  useAction('list.next', () => (openId === undefined ? focusRow(place.current + 1) : openIf(next)));
  useAction('list.previous', () => (openId === undefined ? focusRow(place.current - 1) : openIf(previous)));
  useAction('list.open', openId === undefined ? () => openIf(rows[Math.max(place.current, 0)]?.id) : null);

  return (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey) return;
    const row = rows[place.current];
    const goal = goalOf(key, place.current, rows.length, rowsInView());
    if (goal !== null) {
      event.preventDefault();
      const reached = rows[Math.max(0, Math.min(goal, rows.length - 1))];
      if (shiftKey && reached) select?.(reached.id, 'upTo');
      focusRow(goal);
    } else if (key === ' ' && select && row && target instanceof HTMLAnchorElement) {
      event.preventDefault();
      select(row.id, shiftKey ? 'upTo' : 'alone');
    }
  };
}

/** The row that a key leads to, maybe beyond the ends; null for a key that leads nowhere. */
function goalOf(key: string, place: number, count: number, page: number): number | null {
  if (key === 'ArrowDown') return place + 1;
  if (key === 'ArrowUp') return place - 1;
  if (key === 'PageDown') return place + page;
  if (key === 'PageUp') return place - page;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Where in the list what is open is, or was before an edit took it out. */
function usePlace(rows: readonly { id: string }[], openId: string | undefined): RefObject<number> {
  const place = useRef(-1);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) place.current = index;
  }, [rows, openId]);
  return place;
}
