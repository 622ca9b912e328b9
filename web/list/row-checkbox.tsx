import type { ChangeEvent } from 'react';
import { useRowActions } from './row-actions.ts';
import css from './row-checkbox.module.css';
import { useRowState } from './row-state.ts';

type RowCheckboxProps = {
  id: string;
  label: string;
  /** True in a row without a link: keys then move the focus to the checkbox. */
  isFocusTarget?: true;
};

/** The row's checkbox. A click on the left end of the row toggles it; Shift-click selects a range. */
export function RowCheckbox({ id, label, isFocusTarget }: RowCheckboxProps) {
  const { select } = useRowActions();
  const selected = useRowState(({ selection }) => selection.ids.has(id));
  const isTabStop = useRowState(({ current }) => current === id);
  if (!select) return null;
  const change = ({ nativeEvent }: ChangeEvent): void =>
    select(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'range' : 'single');
  return (
    <label className={css.target}>
      <input
        type="checkbox"
        className={css.box}
        aria-label={label}
        data-row={isFocusTarget && id}
        checked={selected}
        tabIndex={isTabStop ? 0 : -1}
        onChange={change}
      />
    </label>
  );
}
