import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNameOf } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Key } from '../../ui/key.tsx';
import type { Conflict } from './conflict.ts';
import css from './conflict-dialog.module.css';
import { ConflictField, type Side } from './conflict-field.tsx';
import type { FieldName } from './merge.ts';
import { moveBetween } from './move-between.ts';

/** Asks whose values are to stand where two people changed the same fields. Nothing is stored before it is answered. */
export default function ConflictDialog({ conflict }: { conflict: Conflict | null }) {
  const nameOf = useNameOf();
  const people = new Set(conflict?.clash.deeds.map(({ personId }) => personId));
  const [person = null] = people;
  const me = usePerson();
  const known = people.size === 1 && person !== null;
  const title =
    person === me.id ? 'You changed this elsewhere' : `${known ? nameOf(person) : 'Somebody else'} changed this too`;
  return (
    <Dialog
      open={conflict !== null}
      title={title}
      width={640}
      strict
      onDismiss={() => conflict?.decide({ mine: [], dismissed: true })}
    >
      {conflict && (
        <ConflictForm key={`${conflict.clash.theirs.id} ${conflict.clash.theirs.version}`} conflict={conflict} />
      )}
    </Dialog>
  );
}

function ConflictForm({ conflict: { clash, decide } }: { conflict: Conflict }) {
  const { theirs, fields } = clash;
  const [sides, setSides] = useState<Readonly<Partial<Record<FieldName, Side>>>>({});
  const form = useRef<HTMLFormElement>(null);
  // Where one question follows another, the dialog is open already.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    decide({ mine: fields.filter(field => sides[field] !== 'theirs'), dismissed: false });
  };
  return (
    <form ref={form} className={css.form} onSubmit={save} onKeyDown={event => moveBetween(form.current, event)}>
      <p className={css.about}>
        <span className="number">#{theirs.id}</span> {theirs.subject}
      </p>
      {fields.map(field => (
        <ConflictField
          key={field}
          field={field}
          clash={clash}
          side={sides[field] ?? 'mine'}
          onChoose={side => setSides({ ...sides, [field]: side })}
        />
      ))}
      <footer className={css.footer}>
        <span className={css.hint} aria-hidden="true">
          <kbd>←</kbd> <kbd>→</kbd> choose
          {fields.length > 1 && (
            <>
              <kbd>↑</kbd> <kbd>↓</kbd> move
            </>
          )}
        </span>
        <button type="button" className="button" onClick={() => decide({ mine: [], dismissed: true })}>
          Keep theirs <Key keys="Escape" />
        </button>
        <button type="submit" className="button primary">
          Save <Key keys="Enter" />
        </button>
      </footer>
    </form>
  );
}
