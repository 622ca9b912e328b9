import { Link, useSearch } from '@tanstack/react-router';
import { usePerson } from '../../session/person.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useHasGistDraft } from './gist-draft.ts';

/** Shown instead of the form to a person without write permission. Links to their draft. */
export function NoWritePermission({ gistId }: { gistId: string | null }) {
  const search = useSearch({ from: '/desk/gists' });
  const hasDraft = useHasGistDraft(usePerson().id, gistId);
  return (
    <EmptyState icon="lock" title={gistId === null ? 'Your role can’t create gists' : 'Your role can’t edit gists'}>
      <p>You can read, copy and star all shared gists.{hasDraft && ' Your unsaved text is under Drafts.'}</p>
      {gistId === null ? (
        <Link className="button" to="/gists" search={search}>
          Show the gists
        </Link>
      ) : (
        <Link className="button" to="/gists/$gistId" params={{ gistId }} search={search}>
          Open the gist
        </Link>
      )}
      {hasDraft && (
        <Link className="button" to="/drafts">
          Open Drafts
        </Link>
      )}
    </EmptyState>
  );
}
