import { useId } from 'react';
import { useNameOf } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import css from './gist-form.module.css';

type VisibilityProps = { value: boolean; ownerId: string | null; onChange: (value: boolean) => void };

const words = [
  { value: true, label: 'The whole desk' },
  { value: false, label: 'Only me' },
];

/** Who sees a gist. Only its owner can keep it to themselves: anybody else would lose it by that. */
export function Visibility({ value, ownerId, onChange }: VisibilityProps) {
  const nameOf = useNameOf();
  const { id } = usePerson();
  const isMine = ownerId === null || ownerId === id;
  const name = useId();
  return (
    <fieldset className={css.visibility}>
      <legend className="field-label">Who sees it</legend>
      <span className={css.choices}>
        {words.map(word => (
          <label key={word.label}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={word.value === value}
              disabled={!isMine}
              onChange={() => onChange(word.value)}
            />
            {word.label}
          </label>
        ))}
      </span>
      {!isMine && <span className="field-hint">It is {nameOf(ownerId)}’s, who alone can keep it to themselves.</span>}
    </fieldset>
  );
}
