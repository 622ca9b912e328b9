import { usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import css from './gist-form.module.css';

type VisibilityProps = { isPublic: boolean; ownerId: string | null; onChange: (isPublic: boolean) => void };

const segments = [
  { value: 'desk', label: 'The whole team' },
  { value: 'owner', label: 'Only me' },
] as const;

/** Edits the visibility of a gist. Only the owner can make a gist private, because everyone else loses access. */
export function Visibility({ isPublic, ownerId, onChange }: VisibilityProps) {
  const getName = usePersonName();
  const { id } = usePerson();
  const isMine = ownerId === null || ownerId === id;
  return (
    <div className={css.visibility}>
      <SegmentedControl
        label="Visible to"
        labelled
        disabled={!isMine}
        segments={segments}
        chosen={isPublic ? 'desk' : 'owner'}
        onChoose={value => onChange(value === 'desk')}
      />
      {!isMine && (
        <span className="field-hint">
          Only the owner, <bdi>{getName(ownerId) || 'a colleague'}</bdi>, can make this gist private.
        </span>
      )}
    </div>
  );
}
