import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type GistDraft, gistPlace } from '../gists/edit/gist-draft.ts';
import { nameOfGist } from '../gists/gist-name.tsx';
import { gistItem } from '../gists/queries.ts';
import { dropDraft } from '../kept/drop-draft.ts';
import { usePerson } from '../session/person.ts';
import { DiscardButton } from '../ui/discard-button.tsx';
import { DraftRow } from './draft-row.tsx';

type GistRowProps = { /** Null is one that is not made yet. */ gistId: string | null; draft: GistDraft };

/** Changes to a gist, or a gist that was begun; its form goes on with them. */
export function GistRow({ gistId, draft }: GistRowProps) {
  const place = gistPlace(usePerson().id, gistId);
  const description = draft.description?.value;
  return (
    <DraftRow
      icon="file"
      title={
        gistId === null ? (
          <Link to="/gists/new">{description || 'No description yet'}</Link>
        ) : (
          <Link to="/gists/$gistId/edit" params={{ gistId }}>
            <StoredName id={gistId} />
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
      text={draft.files.find(({ content }) => content !== '')?.content ?? description ?? ''}
      keptAt={draft.at}
    >
      <DiscardButton
        what={gistId === null ? 'the new gist' : `the changes to gist ${gistId}`}
        onDiscard={() => dropDraft(place, 'Changes discarded')}
      />
    </DraftRow>
  );
}

function StoredName({ id }: { id: string }) {
  const { data: gist } = useQuery(gistItem(id));
  return gist ? nameOfGist(gist) : `Gist ${id}`;
}
