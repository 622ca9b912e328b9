import type { ChangeEvent } from 'react';
import { useRowActions } from './row-actions.ts';
import { useMark } from './row-marks.ts';
import css from './select-box.module.css';

/** A row's place in the selection. What can be hit is the whole left end of the row; a click with Shift draws a range. */
export function SelectBox({ id, label }: { id: string; label: string }) {
  const { select } = useRowActions();
  const selected = useMark(({ selection }) => selection.ids.has(id));
  const reachable = useMark(({ current }) => current === id);
  if (!select) return null;
  const change = ({ nativeEvent }: ChangeEvent): void =>
    select(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'upTo' : 'alone');
  return (
    <label className={css.place}>
      <input
        type="checkbox"
        className={css.box}
        aria-label={label}
        checked={selected}
        tabIndex={reachable ? 0 : -1}
        onChange={change}
      />
    </label>
  );
}
