import { type ReactNode, useState } from 'react';
import { ClashField, ClashForm, type Side } from '../../ui/clash-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './clash-dialog.module.css';
import { markLines } from './mark-lines.ts';
import type { Clash } from './merge-draft.ts';

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
  return (
    <ClashForm
      about="What only one of you changed is merged. For the rest, whose text counts?"
      several={clashes.length > 1}
      dismissLabel="Back to the text"
      onDismiss={onDismiss}
      onSave={() => onResolve(sides)}
    >
      {clashes.map(({ key, what, mine, theirs }) => (
        <ClashField
          key={key}
          name={key}
          label={what}
          chosen={sides.get(key) ?? 'mine'}
          onChoose={side => choose(new Map(sides).set(key, side))}
          sides={{
            mine: { head: <strong>Yours</strong>, value: describe(mine, theirs) },
            theirs: { head: <strong>Theirs</strong>, value: describe(theirs, mine) },
          }}
        />
      ))}
    </ClashForm>
  );
}

/** The lines that only this side has stand out. */
function describe(text: string | null, other: string | null): ReactNode {
  if (text === null) return <em>Deleted</em>;
  return (
    <pre className={css.text} dir="auto">
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
