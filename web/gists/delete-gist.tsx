import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Gist } from '#contract';
import { isConflict } from '../api-client/errors.ts';
import { useAction } from '../keyboard/use-action.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { showDone, showWarning } from '../toasts/toast-store.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { getGistDraftKey, storeGistDraft, useHasGistDraft } from './edit/gist-draft.ts';
import { useDeleteGist } from './edit/gist-mutations.ts';
import { getGistName } from './gist-name.tsx';

/** Deletes a gist after confirmation. */
export function DeleteGist({ gist }: { gist: Gist }) {
  const mayDelete = useIsAllowed('DELETE /gists/{gist_id}');
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, error, isPending, reset } = useDeleteGist(gist);
  const navigate = useNavigate();
  const search = useSearch({ from: '/desk/gists' });
  const { id: personId } = usePerson();
  const draftKey = getGistDraftKey(personId, gist.id);
  const hasDraft = useHasGistDraft(personId, gist.id);
  useAction('gist.delete', mayDelete ? () => setConfirming(true) : null);
  if (!mayDelete) return null;
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  const remove = (): void => {
    if (isPending) return;
    mutate(undefined, {
      onSuccess: () => {
        storeGistDraft(draftKey, null);
        showDone('Gist deleted');
        void navigate({ to: '/gists', search });
      },
      onError: error => {
        if (!isConflict(error)) return;
        dismiss();
        showWarning('Couldn’t delete the gist', 'Someone has just changed it. Check it before you delete it.');
      },
    });
  };
  return (
    <>
      <button type="button" className="button" aria-label="Delete the gist" onClick={() => setConfirming(true)}>
        <Icon name="trash" size={14} />
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this gist?"
        action="Delete"
        {...{ error, isPending }}
        onConfirm={remove}
        onDismiss={dismiss}
      >
        <p>
          This permanently deletes “<bdi>{getGistName(gist)}</bdi>” for everyone, including its{' '}
          {Object.keys(gist.files).length === 1 ? 'file' : 'files'} and stars.
        </p>
        {hasDraft && <p>Your unsaved changes are deleted too.</p>}
      </ConfirmDialog>
    </>
  );
}
