import { useState } from 'react';
import { usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type ConflictSide, ResolveConflictForm } from '../../ui/resolve-conflict-form.tsx';
import { ConflictField } from './conflict-field.tsx';
import type { OpenConflict } from './open-conflicts.ts';
import type { FieldName } from './ticket-fields.ts';

/**
 * Offers the person's value and the stored value of each conflicting field. Nothing is stored until the person chooses.
 */
export default function ConflictDialog({ conflict }: { conflict: OpenConflict | null }) {
  const getName = usePersonName();
  const people = new Set(conflict?.error.concurrentEdits.map(({ personId }) => personId));
  const [person = null] = people;
  const me = usePerson();
  const isOnePerson = people.size === 1 && person !== null;
  const title =
    isOnePerson && person === me.id
      ? 'You changed this elsewhere'
      : `${isOnePerson ? getName(person) : 'Someone else'} changed this too`;
  return (
    <Dialog
      open={conflict !== null}
      title={title}
      width={640}
      ignoresOutsideClicks
      waitsForTypingPause
      onDismiss={() => conflict?.resolve({ ownFields: [], isDismissed: true })}
    >
      {conflict && (
        <ConflictForm key={`${conflict.error.stored.id} ${conflict.error.stored.version}`} conflict={conflict} />
      )}
    </Dialog>
  );
}

function ConflictForm({ conflict: { error, resolve } }: { conflict: OpenConflict }) {
  const { stored, fields } = error;
  const [sides, setSides] = useState<Readonly<Partial<Record<FieldName, ConflictSide>>>>({});
  return (
    <ResolveConflictForm
      about={
        <>
          <span className="number">#{stored.id}</span> <bdi>{stored.subject}</bdi>
        </>
      }
      several={fields.length > 1}
      dismissLabel="Keep saved version"
      onDismiss={() => resolve({ ownFields: [], isDismissed: true })}
      onSave={() => resolve({ ownFields: fields.filter(field => sides[field] !== 'stored'), isDismissed: false })}
    >
      {fields.map(field => (
        <ConflictField
          key={field}
          field={field}
          conflict={error}
          side={sides[field] ?? 'own'}
          onChoose={side => setSides({ ...sides, [field]: side })}
        />
      ))}
    </ResolveConflictForm>
  );
}
