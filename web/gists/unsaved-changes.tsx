import { Link, useSearch } from '@tanstack/react-router';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Time } from '../ui/time.tsx';
import { formatDraftText } from './edit/draft-text.ts';
import { getGistDraftKey, useGistDraft } from './edit/gist-draft.ts';
import css from './gist.module.css';

/** Reports an unsaved draft. A person who may no longer edit the gist can copy the text. */
export function UnsavedChanges({ id }: { id: string }) {
  const draftKey = getGistDraftKey(usePerson().id, id);
  const draft = useGistDraft(draftKey);
  const search = useSearch({ from: '/desk/gists' });
  const mayEdit = useIsAllowed('PATCH /gists/{gist_id}');
  if (!draft) return null;
  return (
    <p className={css.unsaved}>
      You have unsaved changes from <Time at={new Date(draft.at).toISOString()} as="when" />
      {mayEdit ? (
        <Link className="button" to="/gists/$gistId/edit" params={{ gistId: id }} search={search}>
          Continue editing
        </Link>
      ) : (
        <CopyButton text={formatDraftText(draft)} subject="your unsaved changes" />
      )}
      <button type="button" className="button" onClick={() => discardDraft(draftKey, 'Changes discarded')}>
        Discard
      </button>
    </p>
  );
}
