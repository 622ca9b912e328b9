import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ConflictChoice, type ConflictSide, ResolveConflictForm } from '../../ui/resolve-conflict-form.tsx';
import css from './gist-conflict-dialog.module.css';
import type { GistConflict } from './merge-draft.ts';

type Sides = ReadonlyMap<string, ConflictSide>;

type GistConflictDialogProps = {
  conflicts: readonly GistConflict[];
  onResolve: (sides: Sides) => void;
  /** Returns to the unchanged form. */
  onDismiss: () => void;
};

/** Asks which version to keep for each conflict. Shows both versions in full. */
export function GistConflictDialog({ conflicts, onResolve, onDismiss }: GistConflictDialogProps) {
  return (
    <Dialog
      open={conflicts.length > 0}
      title="Someone else changed this too"
      onDismiss={onDismiss}
      ignoresOutsideClicks
      width={900}
    >
      <Conflicts conflicts={conflicts} onResolve={onResolve} onDismiss={onDismiss} />
    </Dialog>
  );
}

function Conflicts({ conflicts, onResolve, onDismiss }: GistConflictDialogProps) {
  const [sides, choose] = useState<Sides>(() => new Map(conflicts.map(({ key }) => [key, 'own'])));
  return (
    <ResolveConflictForm
      about="All other changes are merged. Choose which text to keep."
      several={conflicts.length > 1}
      dismissLabel="Back to editing"
      onDismiss={onDismiss}
      onSave={() => onResolve(sides)}
    >
      {conflicts.map(({ key, label, own, stored }) => (
        <ConflictChoice
          key={key}
          name={key}
          label={label}
          chosen={sides.get(key) ?? 'own'}
          onChoose={side => choose(new Map(sides).set(key, side))}
          sides={{
            own: { head: <strong>Yours</strong>, value: renderVersion(own, stored) },
            stored: { head: <strong>Theirs</strong>, value: renderVersion(stored, own) },
          }}
        />
      ))}
    </ResolveConflictForm>
  );
}

/** Highlights the lines that only this side has. */
function renderVersion(text: string | null, otherText: string | null): ReactNode {
  if (text === null) return <em>Deleted</em>;
  return (
    <pre className={css.text} dir="auto">
      {markLines(text, otherText ?? '').map(({ line, isDifferent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
        <span key={index} data-different={isDifferent || undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** Splits one version into lines and marks the lines that the other version lacks. */
function markLines(text: string, otherText: string): { line: string; isDifferent: boolean }[] {
  const otherLines = new Set(otherText.split('\n'));
  return text.split('\n').map(line => ({ line, isDifferent: line.trim() !== '' && !otherLines.has(line) }));
}
