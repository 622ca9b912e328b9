import { Link, useSearch } from '@tanstack/react-router';
import { dropDraft } from '../kept/drop-draft.ts';
import { usePerson } from '../session/person.ts';
import { Time } from '../ui/time.tsx';
import { gistPlace, useGistDraft } from './edit/gist-draft.ts';
import css from './gist.module.css';

/** Tells of a draft that waits for its gist. */
export function UnsavedChanges({ id }: { id: string }) {
  const place = gistPlace(usePerson().id, id);
  const draft = useGistDraft(place);
  const search = useSearch({ from: '/desk/gists' });
  if (!draft) return null;
  return (
    <p className={css.unsaved}>
      You have unsaved changes from <Time at={new Date(draft.at).toISOString()} as="when" />
      <Link className="button" to="/gists/$gistId/edit" params={{ gistId: id }} search={search}>
        Go on
      </Link>
      <button type="button" className="button" onClick={() => dropDraft(place, 'Changes discarded')}>
        Discard
      </button>
    </p>
  );
}
