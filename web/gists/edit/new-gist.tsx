import { useNavigate, useSearch } from '@tanstack/react-router';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { EditBar } from './edit-bar.tsx';
import { emptyGist, isSendable, isUnchanged } from './edit-draft.ts';
import { getGistDraft, getGistDraftKey } from './gist-draft.ts';
import { focusFirstError, GistForm } from './gist-form.tsx';
import { useCreateGist } from './gist-mutations.ts';
import { NoWritePermission } from './no-write-permission.tsx';
import { useDraftState } from './use-draft-state.ts';

export function NewGistPage() {
  const mayCreate = useIsAllowed('POST /gists');
  return (
    <section className={detailPane.pane} aria-label="Gist">
      <PageTitle>New gist</PageTitle>
      {mayCreate ? (
        <NewGistForm />
      ) : (
        <>
          <h1 className="visually-hidden">New gist</h1>
          <NoWritePermission gistId={null} />
        </>
      )}
    </section>
  );
}

function NewGistForm() {
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  const personId = usePerson().id;
  const state = useDraftState(null);
  const { mutate, error, isPending } = useCreateGist(state.store);
  const save = (): void => {
    if (isPending) return;
    if (!isSendable(emptyGist, state.draft)) {
      focusFirstError();
      return;
    }
    const idempotencyKey = state.getIdempotencyKey();
    mutate(
      { draft: state.draft, idempotencyKey },
      {
        onSuccess: ({ id: gistId }) => {
          state.showRemaining();
          const hasDraft = getGistDraft(getGistDraftKey(personId, gistId)) !== null;
          const to = hasDraft ? '/gists/$gistId/edit' : '/gists/$gistId';
          void navigate({ to, params: { gistId }, search, replace: true });
        },
      },
    );
  };
  return (
    <>
      <EditBar
        title="New gist"
        back={{ to: '/gists', search }}
        isDraft={!isUnchanged(state.draft)}
        storageStatus={state.storageStatus}
        busy={isPending}
        saveLabel="Create gist"
        onSave={save}
      />
      <GistForm stored={emptyGist} ownerId={null} state={state} error={error} busy={isPending} onSave={save} />
    </>
  );
}
