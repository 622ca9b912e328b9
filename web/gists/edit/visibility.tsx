import { useNameOf } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { Segments } from '../../ui/segments.tsx';
import css from './gist-form.module.css';

type VisibilityProps = { isPublic: boolean; ownerId: string | null; onChange: (isPublic: boolean) => void };

const segments = [
  { value: 'desk', label: 'The whole desk' },
  { value: 'owner', label: 'Only me' },
] as const;

/** Who sees a gist. Only its owner can keep it to themselves: anybody else would lose it by that. */
export function Visibility({ isPublic, ownerId, onChange }: VisibilityProps) {
  const nameOf = useNameOf();
  const { id } = usePerson();
  const isMine = ownerId === null || ownerId === id;
  return (
    <div className={css.visibility}>
      <Segments
        label="Who sees it"
        labelled
        disabled={!isMine}
        segments={segments}
        chosen={isPublic ? 'desk' : 'owner'}
        onChoose={value => onChange(value === 'desk')}
      />
      {!isMine && (
        <span className="field-hint">
          It is <bdi>{nameOf(ownerId) || 'a colleague'}</bdi>’s, who alone can keep it to themselves.
        </span>
      )}
    </div>
  );
}
