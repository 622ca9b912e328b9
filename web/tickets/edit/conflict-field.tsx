import type { ReactNode } from 'react';
import { useNameOf } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { fieldLabels } from './change-words.ts';
import css from './conflict-dialog.module.css';
import { FieldValue } from './field-value.tsx';
import type { FieldName } from './merge.ts';
import type { Clash } from './patch.ts';

export type Side = 'mine' | 'theirs';

type ConflictFieldProps = {
  field: FieldName;
  clash: Clash;
  side: Side;
  onChoose: (side: Side) => void;
};

/** One field that two people changed: one's own value beside the other's, and what it was before. */
export function ConflictField({ field, clash: { base, mine, theirs, deeds }, side, onChoose }: ConflictFieldProps) {
  const deed = deeds.find(each => each.field === field);
  const option = (of: Side, head: ReactNode, value: ReactNode) => (
    <label className={css.side}>
      <input
        type="radio"
        name={field}
        value={of}
        className="visually-hidden"
        checked={side === of}
        onChange={() => onChoose(of)}
      />
      <span className={css.head}>
        {head}
        <span className={css.tick}>
          <Icon name="tick" size={12} />
        </span>
      </span>
      {value}
    </label>
  );
  return (
    <fieldset className={css.field}>
      <legend>{fieldLabels[field]}</legend>
      <div className={css.sides}>
        {option('mine', <Mine />, <FieldValue field={field} of={mine} since={base} />)}
        {option(
          'theirs',
          <Theirs personId={deed?.personId ?? null} at={deed?.at ?? null} />,
          <FieldValue field={field} of={theirs} since={base} />,
        )}
      </div>
      <p className={css.before}>
        <span>Before</span> <FieldValue field={field} of={base} since={base} />
      </p>
    </fieldset>
  );
}

function Mine() {
  const { name } = usePerson();
  return (
    <>
      <Avatar name={name} size={20} />
      <strong>Yours</strong>
    </>
  );
}

function Theirs({ personId, at }: { personId: string | null; at: string | null }) {
  const me = usePerson();
  const nameOf = useNameOf();
  const name = personId === null ? null : nameOf(personId);
  return (
    <>
      <Avatar name={name} size={20} />
      <strong>{personId === me.id ? 'Yours, elsewhere' : (name ?? 'Theirs')}</strong>
      {at && <Time at={at} as="age" className={css.when} />}
    </>
  );
}
