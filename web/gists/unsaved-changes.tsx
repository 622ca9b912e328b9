import { Link, useSearch } from '@tanstack/react-router';
import { showUndo } from '../notices/notices.ts';
import { usePerson } from '../session/person.ts';
import { Time } from '../ui/time.tsx';
import { gistPlace, keepGistDraft, useGistDraft } from './edit/gist-draft.ts';
import css from './gist.module.css';

/** Tells of a draft that waits for its gist. */
export function UnsavedChanges({ id }: { id: string }) {
  const place = gistPlace(usePerson().id, id);
  const draft = useGistDraft(place);
  const search = useSearch({ from: '/desk/gists' });
  if (!draft) return null;
  const discard = (): void => {
    keepGistDraft(place, null);
    showUndo('Changes discarded', () => keepGistDraft(place, draft));
  };
  return (
    <p className={css.unsaved}>
      You have unsaved changes from <Time at={new Date(draft.at).toISOString()} as="when" />
      <Link className="button" to="/gists/$gistId/edit" params={{ gistId: id }} search={search}>
        Go on
      </Link>
      <button type="button" className="button" onClick={discard}>
        Discard
      </button>
    </p>
  );
}
