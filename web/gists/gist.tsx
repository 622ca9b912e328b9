import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { isNotReadable } from '../api-client/errors.ts';
import { useAction } from '../keyboard/use-action.ts';
import { BackLink } from '../list/back-link.tsx';
import detailPane from '../list/detail-pane.module.css';
import { usePersonName } from '../people/use-people.ts';
import { PageTitle } from '../session/page-title.tsx';
import { useIsAllowed } from '../session/permissions.ts';
import { ToastSpacer } from '../toasts/toast-spacer.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { BodySkeleton, HeadingSkeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { DeleteGist } from './delete-gist.tsx';
import css from './gist.module.css';
import { GistError } from './gist-error.tsx';
import { GistFile } from './gist-file.tsx';
import { getGistName } from './gist-name.tsx';
import { gistItem } from './queries.ts';
import { useIsStarred, useToggleStar } from './star.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

/** Shows the gist whose id is in the URL. */
export function GistPage() {
  const { gistId } = useParams({ from: '/desk/gists/$gistId' });
  return (
    <section className={detailPane.pane} aria-label="Gist">
      <GistBody key={gistId} id={gistId} />
    </section>
  );
}

function GistBody({ id }: { id: string }) {
  const { data: gist, error, refetch } = useQuery(gistItem(id));
  const search = useSearch({ from: '/desk/gists' });
  if (error && (!gist || isNotReadable(error))) return <GistError id={id} error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle>{gist ? getGistName(gist) : `Gist ${id}`}</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to the list" to={{ to: '/gists', search }} />
          <span className="number">Gist {id}</span>
          <span className={detailPane.actions}>
            <EditLink id={id} />
            {gist && <DeleteGist gist={gist} />}
            <StarButton id={id} />
          </span>
        </div>
        {gist ? <Heading gist={gist} /> : <HeadingSkeleton />}
        {!gist && <h1 className="visually-hidden">Gist {id}</h1>}
      </header>
      {gist ? <Files gist={gist} /> : <BodySkeleton subject="the gist" />}
    </>
  );
}

function EditLink({ id }: { id: string }) {
  const mayEdit = useIsAllowed('PATCH /gists/{gist_id}');
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  const editRoute = { to: '/gists/$gistId/edit', params: { gistId: id }, search } as const;
  useAction('gist.edit', mayEdit ? () => void navigate(editRoute) : null);
  if (!mayEdit) return null;
  return (
    <Link {...editRoute} className="button">
      <Icon name="pencil" size={14} /> Edit
    </Link>
  );
}

function Heading({ gist }: { gist: Gist }) {
  const getName = usePersonName();
  return (
    <>
      <h1 className={css.heading} dir="auto">
        {getGistName(gist)}
      </h1>
      <p className={css.about}>
        <bdi>{getName(gist.owner_id)}</bdi> · changed <Time at={gist.updated_at} as="when" /> ·{' '}
        {gist.public ? 'visible to the team' : 'only visible to you'}
      </p>
    </>
  );
}

function Files({ gist }: { gist: Gist }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={css.page} aria-label="Files" tabIndex={0}>
      <UnsavedChanges id={gist.id} />
      {Object.entries(gist.files).map(([name, file]) => (
        <GistFile key={name} name={name} file={file} />
      ))}
      <ToastSpacer under="page" />
    </section>
  );
}

function StarButton({ id }: { id: string }) {
  const starred = useIsStarred()(id);
  const toggleStar = useToggleStar();
  const toggle = () => toggleStar(id);
  useAction('gist.star', starred === undefined ? null : toggle);
  return (
    <button
      type="button"
      className={`button ${css.starButton}`}
      aria-pressed={starred ?? false}
      disabled={starred === undefined}
      onClick={toggle}
    >
      <Icon name={starred ? 'star' : 'star-outline'} size={14} />
      {starred ? 'Starred' : 'Star'} <KeyHint keys="s" />
    </button>
  );
}
