import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { DialogFooter } from './dialog-footer.tsx';
import { Icon } from './icon.tsx';
import { KeyHint } from './key-hint.tsx';
import css from './resolve-conflict-form.module.css';

/** The chosen version: the person's own, or the stored version. */
export type ConflictSide = 'own' | 'stored';

type ResolveConflictFormProps = {
  /** Introduction above the conflicts. */
  about: ReactNode;
  /** Whether there is more than one conflict. */
  several: boolean;
  /** Label of the cancel button. */
  dismissLabel: string;
  onDismiss: () => void;
  onSave: () => void;
  /** One field per conflict. */
  children: ReactNode;
};

/** Form in a dialog that resolves edit conflicts field by field. */
export function ResolveConflictForm(props: ResolveConflictFormProps) {
  const { about, several, dismissLabel, onDismiss, onSave, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // If one form replaces another, the open dialog does not move the focus. A layout effect runs before the next key.
  useLayoutEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={event => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={moveBetweenFields}
    >
      <p className={css.about}>{about}</p>
      {children}
      <DialogFooter>
        <span className={css.hint} aria-hidden="true">
          <kbd>←</kbd> <kbd>→</kbd> choose
          {several && (
            <>
              <kbd>↑</kbd> <kbd>↓</kbd> move
            </>
          )}
        </span>
        <button type="button" className="button" onClick={onDismiss}>
          {dismissLabel} <KeyHint keys="Escape" />
        </button>
        <button type="submit" className="button primary">
          Save <KeyHint keys="Enter" />
        </button>
      </DialogFooter>
    </form>
  );
}

/** Up and Down move between fields; within a field, the browser handles Left and Right. */
function moveBetweenFields(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const chosen = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:checked')];
  const index = chosen.findIndex(input => input.matches(':focus'));
  if (step === undefined || index < 0 || chosen.length < 2) return;
  event.preventDefault();
  chosen[index + step]?.focus();
}

type ConflictChoiceProps = {
  /** Unique within the form. */
  name: string;
  /** Name of the conflicting field. */
  label: string;
  chosen: ConflictSide;
  onChoose: (side: ConflictSide) => void;
  sides: Readonly<Record<ConflictSide, { head: ReactNode; value: ReactNode }>>;
  /** Note below both versions. */
  children?: ReactNode;
};

/** One conflict: both versions side by side. */
export function ConflictChoice({ name, label, chosen, onChoose, sides, children }: ConflictChoiceProps) {
  return (
    <fieldset className={css.field}>
      <legend>
        <bdi>{label}</bdi>
      </legend>
      <div className={css.sides}>
        {(['own', 'stored'] as const).map(side => (
          <label key={side} className={css.side}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={side}
              checked={side === chosen}
              onChange={() => onChoose(side)}
            />
            <span className={css.head}>
              {sides[side].head}
              <span className={css.tick}>
                <Icon name="tick" size={12} />
              </span>
            </span>
            {sides[side].value}
          </label>
        ))}
      </div>
      {children && <p className={css.below}>{children}</p>}
    </fieldset>
  );
}
