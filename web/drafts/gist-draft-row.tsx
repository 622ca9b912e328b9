import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDraftText } from '../gists/edit/draft-text.ts';
import { getGistDraftKey, type LocalGistDraft } from '../gists/edit/gist-draft.ts';
import { getGistName } from '../gists/gist-name.tsx';
import { gistItem } from '../gists/queries.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { DraftRow } from './draft-row.tsx';

type GistDraftRowProps = { /** Null for a new gist. */ gistId: string | null; draft: LocalGistDraft };

/** Unsaved changes to a gist, or a new gist. */
export function GistDraftRow({ gistId, draft }: GistDraftRowProps) {
  const draftKey = getGistDraftKey(usePerson().id, gistId);
  const mayWrite = useIsAllowed(gistId === null ? 'POST /gists' : 'PATCH /gists/{gist_id}');
  const description = draft.description?.value;
  return (
    <DraftRow
      icon="file"
      title={
        gistId === null ? (
          <NewGistName description={description} mayWrite={mayWrite} />
        ) : (
          <Link to={mayWrite ? '/gists/$gistId/edit' : '/gists/$gistId'} params={{ gistId }}>
            <SavedGistName id={gistId} />
          </Link>
        )
      }
      kind={
        gistId === null ? (
          'New gist'
        ) : (
          <>
            Changes to a gist · <span className="number">#{gistId}</span>
          </>
        )
      }
      text={formatDraftText(draft)}
      label={gistId === null ? 'the new gist' : `the changes to gist ${gistId}`}
      changedAt={draft.at}
      onDiscard={() => discardDraft(draftKey, 'Changes discarded')}
    />
  );
}

function NewGistName({ description, mayWrite }: { description: string | undefined; mayWrite: boolean }) {
  const name = description || 'No description yet';
  return mayWrite ? <Link to="/gists/new">{name}</Link> : name;
}

function SavedGistName({ id }: { id: string }) {
  const { data: gist } = useQuery(gistItem(id));
  return gist ? getGistName(gist) : `Gist ${id}`;
}
