import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { isKeyOf } from '../keyboard/is-key-of.ts';
import { useAction } from '../keyboard/use-action.ts';
import { neighbours } from './neighbours.ts';
import type { RowActions } from './row-actions.ts';
import type { EndOfList } from './use-end-of-list.ts';
import type { RowFocus } from './use-row-focus.ts';

type RowKeys = {
  rows: readonly { id: string }[];
  openId: string | undefined;
  open: (id: string) => void;
  focus: RowFocus;
  /** How many rows are in view. */
  rowsInView: () => number;
  end: EndOfList;
  /** What Shift and Space do; null where nothing is selected. */
  select: RowActions['select'];
};

/**
 * j, k and Enter, wherever the focus is: through the things listed when one is open, else through the rows, whose link
 * then has the focus. Answers what hears the other keys, while the focus is in the list.
 */
export function useRowKeys({ rows, openId, open, focus, rowsInView, end, select }: RowKeys) {
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
    const isKey = (action: ActionName): boolean => isKeyOf(action, event);
    const row = rows[place.current];
    const isEnd = isKey('row.last') || isKey('row.select.last');
    if (!isEnd) end.stop();
    const way = ways.find(({ goes, selects }) => isKey(goes) || isKey(selects));
    if (isEnd) {
      event.preventDefault();
      if (!event.repeat) end.go(isKey('row.select.last'));
    } else if (way) {
      event.preventDefault();
      const goal = way.goalOf(place.current, rowsInView());
      const reached = rows[Math.max(0, Math.min(goal, rows.length - 1))];
      if (isKey(way.selects) && reached) select?.(reached.id, 'upTo');
      focusRow(goal);
    } else if ((isKey('row.select') || isKey('row.select.to')) && row && event.target instanceof HTMLAnchorElement) {
      if (select) event.preventDefault();
      select?.(row.id, isKey('row.select.to') ? 'upTo' : 'alone');
    }
  };
}

type Way = {
  goes: ActionName;
  selects: ActionName;
  /** The row it leads to, maybe beyond the ends. */
  goalOf: (place: number, page: number) => number;
};

const ways: readonly Way[] = [
  { goes: 'row.next', selects: 'row.select.next', goalOf: place => place + 1 },
  { goes: 'row.previous', selects: 'row.select.previous', goalOf: place => place - 1 },
  { goes: 'row.page.next', selects: 'row.select.page.next', goalOf: (place, page) => place + page },
  { goes: 'row.page.previous', selects: 'row.select.page.previous', goalOf: (place, page) => place - page },
  { goes: 'row.first', selects: 'row.select.first', goalOf: () => 0 },
];

/** Where in the list what is open is, or was before an edit took it out. */
function usePlace(rows: readonly { id: string }[], openId: string | undefined): RefObject<number> {
  const place = useRef(-1);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) place.current = index;
  }, [rows, openId]);
  return place;
}
