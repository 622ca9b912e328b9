import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import shared from '../../tickets/edit/conflict-dialog.module.css';
import { moveBetween } from '../../tickets/edit/move-between.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/key.tsx';
import css from './clash-dialog.module.css';
import { markLines } from './mark-lines.ts';
import type { Clash } from './merge-draft.ts';

type Side = 'mine' | 'theirs';
type Sides = ReadonlyMap<string, Side>;

type ClashDialogProps = {
  clashes: readonly Clash[];
  onResolve: (sides: Sides) => void;
  /** Back to the form, where everything is as it was. */
  onDismiss: () => void;
};

/** Asks, for whatever both sides changed, whose text counts. Both are shown whole; nothing is lost by looking. */
export function ClashDialog({ clashes, onResolve, onDismiss }: ClashDialogProps) {
  return (
    <Dialog open={clashes.length > 0} title="Somebody else changed this too" onDismiss={onDismiss} strict width={900}>
      <Clashes clashes={clashes} onResolve={onResolve} onDismiss={onDismiss} />
    </Dialog>
  );
}

function Clashes({ clashes, onResolve, onDismiss }: ClashDialogProps) {
  const [sides, choose] = useState<Sides>(() => new Map(clashes.map(({ key }) => [key, 'mine'])));
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onResolve(sides);
  };
  return (
    <form ref={form} className={shared.form} onSubmit={submit} onKeyDown={event => moveBetween(form.current, event)}>
      <p className={shared.about}>What only one of you changed is merged. For the rest, whose text counts?</p>
      {clashes.map((clash, index) => (
        <fieldset key={clash.key} className={shared.field}>
          <legend>{clash.what}</legend>
          <div className={shared.sides}>
            {(['mine', 'theirs'] as const).map(side => (
              <label key={side} className={shared.side}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name={clash.key}
                  // biome-ignore lint/a11y/noAutofocus: the dialog opens at its first question
                  autoFocus={index === 0 && side === 'mine'}
                  checked={sides.get(clash.key) === side}
                  onChange={() => choose(new Map(sides).set(clash.key, side))}
                />
                <span className={shared.head}>
                  <strong>{side === 'mine' ? 'Yours' : 'Theirs'}</strong>
                  <span className={shared.tick}>
                    <Icon name="tick" size={12} />
                  </span>
                </span>
                {describe(clash[side], clash[side === 'mine' ? 'theirs' : 'mine'])}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <footer className={shared.footer}>
        <span className={shared.hint} aria-hidden="true">
          <kbd>←</kbd> <kbd>→</kbd> choose
        </span>
        <button type="button" className="button" onClick={onDismiss}>
          Back to the text <Key keys="Escape" />
        </button>
        <button type="submit" className="button primary">
          Save <Key keys="Enter" />
        </button>
      </footer>
    </form>
  );
}

/** The lines that only this side has stand out. */
function describe(text: string | null, other: string | null): ReactNode {
  if (text === null) return <em>Deleted</em>;
  return (
    <pre className={css.text}>
      {markLines(text, other ?? '').map(({ line, isOwn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never change places
        <span key={index} data-own={isOwn || undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
