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
  /** Returns to the unchanged form. */
  onDismiss: () => void;
};

/** Asks which text to keep for each conflict. Shows both texts in full. */
export function ClashDialog({ clashes, onResolve, onDismiss }: ClashDialogProps) {
  return (
    <Dialog open={clashes.length > 0} title="Someone else changed this too" onDismiss={onDismiss} strict width={900}>
      <Clashes clashes={clashes} onResolve={onResolve} onDismiss={onDismiss} />
    </Dialog>
  );
}

function Clashes({ clashes, onResolve, onDismiss }: ClashDialogProps) {
  const [sides, choose] = useState<Sides>(() => new Map(clashes.map(({ key }) => [key, 'mine'])));
  return (
    <ClashForm
      about="All other changes are merged. Choose which text to keep."
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

/** Highlights the lines that only this side has. */
function describe(text: string | null, other: string | null): ReactNode {
  if (text === null) return <em>Deleted</em>;
  return (
    <pre className={css.text} dir="auto">
      {markLines(text, other ?? '').map(({ line, isOwn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text are never reordered
        <span key={index} data-own={isOwn || undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
