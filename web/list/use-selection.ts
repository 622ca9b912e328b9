import { useEffect } from 'react';
import { useAction } from '../keyboard/use-action.ts';
import type { RowActions } from './row-actions.ts';
import type { RowMarks } from './row-marks.ts';
import { drawTo, onlyListed, selectAll, toggle } from './selection.ts';
import type { RowFocus } from './use-row-focus.ts';

type SelectionOptions = {
  rows: readonly { id: string }[];
  openId: string | undefined;
  marks: RowMarks;
  focus: RowFocus;
  selectable: boolean;
};

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Lets rows be selected, by key and by pointer; null where nothing can be done with a selection. */
export function useSelection({ rows, openId, marks, focus, selectable }: SelectionOptions): RowActions['select'] {
  const select: RowActions['select'] = (id, how) => {
    const { selection, current } = marks.read();
    const next = how === 'upTo' ? drawTo(selection, idsOf(rows), id, current ?? id) : toggle(selection, id);
    marks.change({ selection: next });
  };
  /** Where the focus is, else what is open, else where one was. */
  const target = (): string | undefined => {
    const { current, inside } = marks.read();
    const here = current ?? rows[0]?.id;
    return inside ? here : (rows.find(({ id }) => id === openId)?.id ?? here);
  };
  const selectTarget = (how: 'alone' | 'upTo') => (): void => {
    const id = target();
    if (id !== undefined) select(id, how);
  };
  const extend = (step: 1 | -1) => (): void => {
    const next = rows[focus.place.current + step];
    if (!next) return;
    select(next.id, 'upTo');
    focus.focusRow(focus.place.current + step);
  };

  useAction('list.select', selectable ? selectTarget('alone') : null);
  useAction('list.select.to', selectable ? selectTarget('upTo') : null);
  useAction('list.select.next', selectable ? extend(1) : null);
  useAction('list.select.previous', selectable ? extend(-1) : null);
  useAction('list.select.all', selectable ? () => marks.change({ selection: selectAll(idsOf(rows)) }) : null);

  useEffect(() => {
    const { selection } = marks.read();
    const listed = onlyListed(selection, idsOf(rows));
    if (listed !== selection) marks.change({ selection: listed });
  }, [rows, marks]);

  return selectable ? select : null;
}
