import { usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ConflictChoice, type ConflictSide } from '../../ui/resolve-conflict-form.tsx';
import { Time } from '../../ui/time.tsx';
import { FieldValue } from './field-value.tsx';
import type { EditConflictError } from './patch-ticket.ts';
import { type FieldName, ticketFields } from './ticket-fields.ts';

type ConflictFieldProps = {
  field: FieldName;
  conflict: EditConflictError;
  side: ConflictSide;
  onChoose: (side: ConflictSide) => void;
};

/** A conflicting field: the person's value and the stored value, with the previous value. */
export function ConflictField({
  field,
  conflict: { base, own, stored, concurrentEdits },
  side,
  onChoose,
}: ConflictFieldProps) {
  const edit = concurrentEdits.find(each => each.field === field);
  const storedHead = <StoredHead personId={edit?.personId ?? null} at={edit?.at ?? null} />;
  return (
    <ConflictChoice
      name={field}
      label={ticketFields[field].label}
      chosen={side}
      onChoose={onChoose}
      sides={{
        own: { head: <OwnHead />, value: <FieldValue field={field} of={own} before={base} /> },
        stored: { head: storedHead, value: <FieldValue field={field} of={stored} before={base} /> },
      }}
    >
      <span>Before</span> <FieldValue field={field} of={base} before={base} />
    </ConflictChoice>
  );
}

function OwnHead() {
  const { name } = usePerson();
  return (
    <>
      <Avatar name={name} size={20} />
      <strong>Yours</strong>
    </>
  );
}

function StoredHead({ personId, at }: { personId: string | null; at: string | null }) {
  const me = usePerson();
  const getName = usePersonName();
  const name = personId === null ? null : getName(personId);
  return (
    <>
      <Avatar name={name} size={20} />
      <strong dir="auto">{personId === me.id ? 'Yours (elsewhere)' : (name ?? 'Theirs')}</strong>
      {at && <Time at={at} as="age" />}
    </>
  );
}
