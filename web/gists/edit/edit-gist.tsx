import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Gist } from '#contract';
import { isNotFound } from '../../api-client/errors.ts';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import type { ConflictSide } from '../../ui/resolve-conflict-form.tsx';
import { BodySkeleton, HeadingSkeleton } from '../../ui/skeleton.tsx';
import { GistError } from '../gist-error.tsx';
import { getGistName } from '../gist-name.tsx';
import { gistItem } from '../queries.ts';
import { DeletedGist } from './deleted-gist.tsx';
import { formatDraftText } from './draft-text.ts';
import { EditBar } from './edit-bar.tsx';
import { getFormFiles, isSendable, isUnchanged } from './edit-draft.ts';
import { GistConflictDialog } from './gist-conflict-dialog.tsx';
import { getGistDraftKey, useGistDraft } from './gist-draft.ts';
import { focusFirstError, GistForm } from './gist-form.tsx';
import { useSaveGist } from './gist-mutations.ts';
import { type GistConflict, resolveGistConflict } from './merge-draft.ts';
import { NoWritePermission } from './no-write-permission.tsx';
import { useDraftState } from './use-draft-state.ts';

/** Edits the gist whose id is in the URL. */
export function EditGistPage() {
  const { gistId } = useParams({ from: '/desk/gists/$gistId/edit' });
  return (
    <section className={detailPane.pane} aria-label="Gist">
      <EditBody key={gistId} id={gistId} />
    </section>
  );
}

function EditBody({ id }: { id: string }) {
  const { data: gist, error, isError, refetch } = useQuery(gistItem(id));
  const draft = useGistDraft(getGistDraftKey(usePerson().id, id));
  const mayEdit = useIsAllowed('PATCH /gists/{gist_id}');
  if (gist && mayEdit) return <Editor gist={gist} isDeleted={isNotFound(error)} />;
  return (
    <>
      <PageTitle>{`Edit gist ${id}`}</PageTitle>
      <h1 className="visually-hidden">Edit gist {id}</h1>
      {!mayEdit && <NoWritePermission gistId={id} />}
      {mayEdit && isError && <GistError id={id} error={error} retry={() => void refetch()} />}
      {mayEdit && isNotFound(error) && draft && <DeletedGist text={formatDraftText(draft)} />}
      {mayEdit && !isError && <Loading />}
    </>
  );
}

const Loading = () => (
  <>
    <header className={detailPane.header}>
      <HeadingSkeleton />
    </header>
    <BodySkeleton subject="the gist" />
  </>
);

function Editor({ gist, isDeleted: wasDeleted }: { gist: Gist; isDeleted: boolean }) {
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  const state = useDraftState(gist.id);
  const { mutate, error, isPending } = useSaveGist(gist.id, state.store);
  const [conflicts, setConflicts] = useState<readonly GistConflict[]>([]);
  const [hasNameConflict, setNameConflict] = useState(false);
  // True once the form shows the field with the taken name.
  const mustFocusError = hasNameConflict && !isSendable(gist, state.draft);
  useEffect(() => {
    if (!mustFocusError) return;
    setNameConflict(false);
    focusFirstError();
  }, [mustFocusError]);
  const shown = {
    description: state.draft.description ?? { value: gist.description },
    files: getFormFiles(gist, state.draft),
  };
  const back = { to: '/gists/$gistId', params: { gistId: gist.id }, search } as const;

  const save = (draft = state.draft): void => {
    if (isPending) return;
    if (!isSendable(gist, draft)) {
      focusFirstError();
      return;
    }
    mutate(draft, {
      onSuccess: result => {
        if ('conflicts' in result) {
          setNameConflict(result.conflicts.length === 0);
          return setConflicts(result.conflicts);
        }
        if (!state.showRemaining()) void navigate(back);
      },
    });
  };
  const resolve = (sides: ReadonlyMap<string, ConflictSide>): void => {
    setConflicts([]);
    save(
      state.change(draft =>
        [...sides].reduce((resolved, [key, side]) => resolveGistConflict(resolved, gist, key, side), draft),
      ),
    );
  };
  return (
    <>
      <PageTitle>{`Edit ${getGistName(gist)}`}</PageTitle>
      <EditBar
        title={`Edit gist ${gist.id}`}
        back={back}
        isDraft={!isUnchanged(state.draft)}
        storageStatus={state.storageStatus}
        busy={isPending}
        saveLabel="Save"
        onSave={() => save()}
      />
      <GistForm
        stored={gist}
        ownerId={gist.owner_id}
        state={state}
        error={error}
        busy={isPending}
        onSave={() => save()}
      >
        {(wasDeleted || isNotFound(error)) && <DeletedGist text={formatDraftText(shown)} />}
      </GistForm>
      <GistConflictDialog conflicts={conflicts} onResolve={resolve} onDismiss={() => setConflicts([])} />
    </>
  );
}
