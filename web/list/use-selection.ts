import { useEffect } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import type { RowActions } from './row-actions.ts';
import type { RowStateStore } from './row-state.ts';
import { deselectUnlisted, extendSelection, selectAllRows, toggleRow } from './selection.ts';
import type { RowFocus } from './use-row-focus.ts';

type SelectionOptions = {
  rows: readonly { id: string }[];
  openId: string | undefined;
  rowState: RowStateStore;
  focus: RowFocus;
  selectable: boolean;
};

const getIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Registers the selection keys. Returns the function that selects a row, or null if rows cannot be selected. */
export function useSelection({ rows, openId, rowState, focus, selectable }: SelectionOptions): RowActions['select'] {
  const select: RowActions['select'] = (id, how) => {
    const { selection, current } = rowState.read();
    const next =
      how === 'range' ? extendSelection(selection, getIds(rows), id, current ?? id) : toggleRow(selection, id);
    rowState.update({ selection: next });
  };
  /** Returns the id of the row to select. Precedence: focused row, open row, last focused row, first row. */
  const findTarget = (): string | undefined => {
    const { current, hasFocus } = rowState.read();
    const currentId = current ?? rows[0]?.id;
    return hasFocus ? currentId : (rows.find(({ id }) => id === openId)?.id ?? currentId);
  };
  const selectTarget = (how: 'single' | 'range') => (): void => {
    const id = findTarget();
    if (id !== undefined) select(id, how);
  };
  const extend = (step: 1 | -1) => (): void => {
    const next = rows[focus.position.current + step];
    if (!next) return;
    select(next.id, 'range');
    focus.focusRow(focus.position.current + step);
  };

  useAction('list.select', selectable ? selectTarget('single') : null);
  useAction('list.select.to', selectable ? selectTarget('range') : null);
  useAction('list.select.next', selectable ? extend(1) : null);
  useAction('list.select.previous', selectable ? extend(-1) : null);
  useAction('list.select.all', selectable ? () => rowState.update({ selection: selectAllRows(getIds(rows)) }) : null);

  useEffect(() => {
    const { selection } = rowState.read();
    const listedSelection = deselectUnlisted(selection, getIds(rows));
    if (listedSelection !== selection) rowState.update({ selection: listedSelection });
  }, [rows, rowState]);

  return selectable ? select : null;
}
