import type { ChangeEvent } from 'react';
import { useRowActions } from './row-actions.ts';
import { useMark } from './row-marks.ts';
import css from './select-box.module.css';

/** A row's checkbox. Its target is the whole left end of the row; Shift-click selects a range. */
export function SelectBox({ id, label }: { id: string; label: string }) {
  const { select } = useRowActions();
  const selected = useMark(({ selection }) => selection.ids.has(id));
  const reachable = useMark(({ current }) => current === id);
  if (!select) return null;
  const change = ({ nativeEvent }: ChangeEvent): void =>
    select(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'range' : 'single');
  return (
    <label className={css.target}>
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
