import type { KeyboardEvent } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { matchesAction } from '../keyboard/matches-action.ts';
import { useAction } from '../keyboard/use-action.ts';
import { findNeighbours } from './find-neighbours.ts';
import type { RowActions } from './row-actions.ts';
import type { useEndOfList } from './use-end-of-list.ts';
import { useLastIndex } from './use-last-index.ts';
import type { RowFocus } from './use-row-focus.ts';

type RowKeysOptions = {
  rows: readonly { id: string }[];
  openId: string | undefined;
  open: (id: string) => void;
  focus: RowFocus;
  /** Returns the number of rows by which Page Up and Page Down move the focus. */
  getPageStep: () => number;
  end: ReturnType<typeof useEndOfList>;
  /** Selects a row on Space, or a range with Shift; null if rows cannot be selected. */
  select: RowActions['select'];
};

/**
 * Registers j, k and Enter for the whole page. Keys j and k move the focus or, while an item is open, open its
 * neighbours. Enter opens the current row. Returns the handler of the keys that work only while the list has the focus.
 */
export function useRowKeys({ rows, openId, open, focus, getPageStep, end, select }: RowKeysOptions) {
  const { focusRow, position } = focus;
  const openIndex = useLastIndex(rows, openId);
  const openIf = (id: string | undefined): void => {
    if (id !== undefined) open(id);
  };
  const { previous, next } = findNeighbours(rows, openId, openIndex.current);

  useAction('list.next', () => (openId === undefined ? focusRow(position.current + 1) : openIf(next)));
  useAction('list.previous', () => (openId === undefined ? focusRow(position.current - 1) : openIf(previous)));
  useAction('list.open', openId === undefined ? () => openIf(rows[Math.max(position.current, 0)]?.id) : null);

  return (event: KeyboardEvent): void => {
    const isKey = (action: ActionName): boolean => matchesAction(action, event);
    const currentRow = rows[position.current];
    const isEnd = isKey('row.last') || isKey('row.select.last');
    if (!isEnd) end.stop();
    const move = moves.find(({ moveKey, selectKey }) => isKey(moveKey) || isKey(selectKey));
    if (isEnd) {
      event.preventDefault();
      if (!event.repeat) end.go(isKey('row.select.last'));
    } else if (move) {
      event.preventDefault();
      const target = move.getTarget(position.current, getPageStep());
      const row = rows[Math.max(0, Math.min(target, rows.length - 1))];
      if (isKey(move.selectKey) && row) select?.(row.id, 'range');
      focusRow(target);
    } else if (
      (isKey('row.select') || isKey('row.select.to')) &&
      currentRow &&
      event.target instanceof HTMLAnchorElement
    ) {
      if (select) event.preventDefault();
      select?.(currentRow.id, isKey('row.select.to') ? 'range' : 'single');
    }
  };
}

type Move = {
  moveKey: ActionName;
  selectKey: ActionName;
  /** Returns the target index, which may be beyond the ends of the list. */
  getTarget: (position: number, pageStep: number) => number;
};

const moves: readonly Move[] = [
  { moveKey: 'row.next', selectKey: 'row.select.next', getTarget: position => position + 1 },
  { moveKey: 'row.previous', selectKey: 'row.select.previous', getTarget: position => position - 1 },
  {
    moveKey: 'row.page.next',
    selectKey: 'row.select.page.next',
    getTarget: (position, pageStep) => position + pageStep,
  },
  {
    moveKey: 'row.page.previous',
    selectKey: 'row.select.page.previous',
    getTarget: (position, pageStep) => position - pageStep,
  },
  { moveKey: 'row.first', selectKey: 'row.select.first', getTarget: () => 0 },
];
