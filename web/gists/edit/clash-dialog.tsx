import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Key } from '../../ui/key.tsx';
import css from './clash-dialog.module.css';
import { markLines } from './mark-lines.ts';
import type { Clash } from './merge-draft.ts';

type Sides = ReadonlyMap<string, 'mine' | 'theirs'>;

type ClashDialogProps = {
  clashes: readonly Clash[];
  onResolve: (sides: Sides) => void;
  /** Back to the form, where everything is as it was. */
  onDismiss: () => void;
};

/** Asks, for whatever both sides changed, whose text counts. Both are shown; nothing is lost by looking. */
export function ClashDialog({ clashes, onResolve, onDismiss }: ClashDialogProps) {
  return (
    <Dialog
      open={clashes.length > 0}
      title={clashes.length > 1 ? 'Somebody else changed these too' : 'Somebody else changed this too'}
      onDismiss={onDismiss}
      width={860}
    >
      <Clashes clashes={clashes} onResolve={onResolve} onDismiss={onDismiss} />
    </Dialog>
  );
}

function Clashes({ clashes, onResolve, onDismiss }: ClashDialogProps) {
  const [sides, choose] = useState<Sides>(new Map());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onResolve(sides);
  };
  return (
    <form
      className={css.clashes}
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && sides.size === clashes.length) submit(event);
      }}
    >
      <p>What only one of you changed is merged already. Choose for the rest:</p>
      {clashes.map((clash, index) => (
        <fieldset key={clash.key} className={css.clash}>
          <legend>{clash.what}</legend>
          {(['mine', 'theirs'] as const).map(side => (
            <label key={side} className={css.side}>
              <input
                type="radio"
                name={clash.key}
                // biome-ignore lint/a11y/noAutofocus: the dialog opens at its first question
                autoFocus={index === 0 && side === 'mine'}
                checked={sides.get(clash.key) === side}
                onChange={() => choose(new Map(sides).set(clash.key, side))}
              />
              <strong>{side === 'mine' ? 'Yours' : 'Theirs'}</strong>
              <SideText text={clash[side]} other={clash[side === 'mine' ? 'theirs' : 'mine']} />
            </label>
          ))}
        </fieldset>
      ))}
      <footer>
        <button type="button" className="button" onClick={onDismiss}>
          Back to the text
        </button>
        <button type="submit" className="button primary" disabled={sides.size < clashes.length}>
          Save <Key keys="Mod Enter" />
        </button>
      </footer>
    </form>
  );
}

function SideText({ text, other }: { text: string | null; other: string | null }) {
  if (text === null) return <em>Deleted</em>;
  return (
    <pre>
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
