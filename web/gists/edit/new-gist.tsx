import { useNavigate, useSearch } from '@tanstack/react-router';
import opened from '../../list/detail-pane.module.css';
import { useIsAllowed } from '../../session/permissions.ts';
import { EditBar } from './edit-bar.tsx';
import { blank, isSendable, isUnchanged } from './edit-draft.ts';
import { focusComplaint, GistForm } from './gist-form.tsx';
import { OnlyReads } from './only-reads.tsx';
import { useCreateGist } from './save.ts';
import { useDraftState } from './use-draft-state.ts';

/** Creates a gist. */
export function NewGistPage() {
  const mayCreate = useIsAllowed('POST /gists');
  return (
    <section className={opened.pane} aria-label="Gist">
      <title>New gist · Stardesk</title>
      {mayCreate ? (
        <NewGistForm />
      ) : (
        <>
          <h1 className="visually-hidden">New gist</h1>
          <OnlyReads gistId={null} />
        </>
      )}
    </section>
  );
}

function NewGistForm() {
  const search = useSearch({ from: '/desk/gists' });
  const navigate = useNavigate();
  const state = useDraftState(null);
  const { mutate, error, isPending } = useCreateGist();
  const save = (): void => {
    if (isPending) return;
    if (!isSendable(blank, state.draft)) {
      focusComplaint();
      return;
    }
    const idempotencyKey = state.keyOfAttempt();
    mutate(
      { draft: state.draft, idempotencyKey },
      {
        onSuccess: ({ id: gistId }) => {
          state.forget();
          void navigate({ to: '/gists/$gistId', params: { gistId }, search, replace: true });
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
        keeping={state.keeping}
        busy={isPending}
        saveWord="Create gist"
        onSave={save}
      />
      <GistForm stored={blank} ownerId={null} state={state} error={error} busy={isPending} onSave={save} />
    </>
  );
}
