import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './clash-form.module.css';
import { DialogFoot } from './dialog-foot.tsx';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';

/** Whose value counts. */
export type Side = 'mine' | 'theirs';

type ClashFormProps = {
  /** What the questions are about. */
  about: ReactNode;
  /** Whether there is more than one question. */
  several: boolean;
  /** What it means to leave without an answer. */
  dismissLabel: string;
  onDismiss: () => void;
  onSave: () => void;
  /** A question each. */
  children: ReactNode;
};

/** Inside a dialog: asks whose values count where two people changed the same. It can be answered with the keyboard alone. */
export function ClashForm({ about, several, dismissLabel, onDismiss, onSave, children }: ClashFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // Where one form follows another, the dialog is open already and gives nothing the focus. At once: keys may come before an effect.
  useLayoutEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={event => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={moveBetweenQuestions}
    >
      <p className={css.about}>{about}</p>
      {children}
      <DialogFoot>
        <span className={css.hint} aria-hidden="true">
          <kbd>←</kbd> <kbd>→</kbd> choose
          {several && (
            <>
              <kbd>↑</kbd> <kbd>↓</kbd> move
            </>
          )}
        </span>
        <button type="button" className="button" onClick={onDismiss}>
          {dismissLabel} <Key keys="Escape" />
        </button>
        <button type="submit" className="button primary">
          Save <Key keys="Enter" />
        </button>
      </DialogFoot>
    </form>
  );
}

/** Up and down lead from question to question, where there are several; within one, the browser goes left and right. */
function moveBetweenQuestions(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const chosen = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:checked')];
  const index = chosen.findIndex(input => input.matches(':focus'));
  if (step === undefined || index < 0 || chosen.length < 2) return;
  event.preventDefault();
  chosen[index + step]?.focus();
}

type ClashFieldProps = {
  /** Tells it apart from the other questions of the form. */
  name: string;
  /** What both changed. */
  label: string;
  chosen: Side;
  onChoose: (side: Side) => void;
  /** Whose value it is, and the value, for each side. */
  sides: Readonly<Record<Side, { head: ReactNode; value: ReactNode }>>;
  /** What else there is to know, below both. */
  children?: ReactNode;
};

/** One question: one's own value beside theirs. */
export function ClashField({ name, label, chosen, onChoose, sides, children }: ClashFieldProps) {
  return (
    <fieldset className={css.field}>
      <legend>
        <bdi>{label}</bdi>
      </legend>
      <div className={css.sides}>
        {(['mine', 'theirs'] as const).map(side => (
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
