import { Link, useSearch } from '@tanstack/react-router';
import { usePerson } from '../../session/person.ts';
import { Empty } from '../../ui/empty.tsx';
import { useHasGistDraft } from './gist-draft.ts';

/** What stands in the place of the form for whoever only reads: why, the way on, and where the words are that they began. */
export function OnlyReads({ gistId }: { gistId: string | null }) {
  const search = useSearch({ from: '/desk/gists' });
  const hasDraft = useHasGistDraft(usePerson().id, gistId);
  return (
    <Empty icon="lock" title={gistId === null ? 'Your role does not write gists' : 'Your role does not change gists'}>
      <p>You can read, copy and star every gist of the desk.{hasDraft && ' What you had begun is under Drafts.'}</p>
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
    </Empty>
  );
}
