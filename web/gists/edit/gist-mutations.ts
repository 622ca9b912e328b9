import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { call } from '../../api-client/client.ts';
import { isConflict, isNotFound } from '../../api-client/errors.ts';
import { usePerson } from '../../session/person.ts';
import { showDone, showFailure, showUndo, showWarning } from '../../toasts/toast-store.ts';
import { ownGistChanges } from '../own-changes.ts';
import { gistItem, gistKeys } from '../queries.ts';
import { emptyGist, isSendable } from './edit-draft.ts';
import { getGistDraftKey, type LocalGistDraft } from './gist-draft.ts';
import { type GistConflict, mergeDraft } from './merge-draft.ts';
import { removeSavedDraft } from './saved-draft.ts';
import { createUndoDraft } from './undo-draft.ts';

/**
 * The result of saving: the gist before the save, or conflicts to resolve first. `undo` is null if nothing changed. The
 * conflicts are empty if a file name was taken in the meantime, which the form reports.
 */
type SaveResult =
  | { before: Gist; undo: LocalGistDraft | null; isMerged: boolean }
  | { conflicts: readonly GistConflict[] };

/** Maximum attempts if concurrent changes cause conflicts. */
const maxAttempts = 5;

/**
 * PATCH /gists/{gist_id} with the changes of a draft. Merges them with concurrent changes and retries. If there are
 * conflicts, returns them and sends nothing. Offers Undo. Removes the saved draft, even if the form has been closed.
 *
 * @param storeEdits stores the form's latest edits
 */
export function useSaveGist(id: string, storeEdits: () => void) {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  const scope = { id: `gist ${id}` };
  const { mutate: undo } = useUndoSave(id, scope);
  return useMutation({
    mutationFn: (draft: LocalGistDraft) => save(client, id, draft),
    scope,
    onSuccess: (result, draft) => {
      if ('conflicts' in result) return;
      const draftKey = getGistDraftKey(personId, id);
      storeEdits();
      removeSavedDraft(draftKey, draftKey, { draft, stored: result.before });
      const { undo: undoDraft, isMerged } = result;
      if (!undoDraft) showDone('Saved');
      else showUndo(isMerged ? 'Saved and merged with other people’s changes' : 'Saved', () => undo(undoDraft));
    },
  });
}

/** Undoes a save, unless someone has changed the same parts since. */
function useUndoSave(id: string, scope: { id: string }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (draft: LocalGistDraft) => save(client, id, draft),
    scope,
    onSuccess: result => {
      if (!('conflicts' in result)) showDone('Undone: saved the gist');
      else showWarning('Couldn’t undo', 'Someone changed the gist in the meantime.');
    },
    onError: (error, draft) => {
      if (isNotFound(error)) showWarning('Couldn’t undo', 'Someone deleted the gist in the meantime.');
      else showFailure('Couldn’t undo', error, () => mutation.mutate(draft));
    },
  });
  return mutation;
}

async function save(client: QueryClient, id: string, draft: LocalGistDraft): Promise<SaveResult> {
  for (let attempt = 1; ; attempt++) {
    const stored = await client.ensureQueryData(gistItem(id));
    if (!isSendable(stored, draft)) return { conflicts: [] };
    const { patch, conflicts } = mergeDraft(draft, stored);
    if (conflicts.length > 0) return { conflicts };
    if (Object.keys(patch).length === 0) return { before: stored, undo: null, isMerged: false };
    try {
      const options = { params: { gist_id: id }, body: patch, ifVersion: stored.version };
      const { body: gist } = await call('PATCH /gists/{gist_id}', options);
      showGist(client, gist);
      return { before: stored, undo: createUndoDraft(stored, gist), isMerged: attempt > 1 };
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error;
      await client.fetchQuery({ ...gistItem(id), staleTime: 0 });
    }
  }
}

/**
 * POST /gists. Retries of a draft use the same idempotency key. The draft is removed on success.
 *
 * @param storeEdits stores the form's latest edits
 */
export function useCreateGist(storeEdits: () => void) {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  return useMutation({
    mutationFn: async ({ draft, idempotencyKey }: { draft: LocalGistDraft; idempotencyKey: string }): Promise<Gist> => {
      const { description = '', public: visible = true, files = {} } = mergeDraft(draft, emptyGist).patch;
      const added = Object.fromEntries(Object.entries(files).flatMap(([name, file]) => (file ? [[name, file]] : [])));
      const body = { description, public: visible, files: added };
      return (await call('POST /gists', { body, idempotencyKey })).body;
    },
    onSuccess: (gist, { draft }) => {
      storeEdits();
      const gistKey = getGistDraftKey(personId, gist.id);
      removeSavedDraft(getGistDraftKey(personId, null), gistKey, { draft, stored: emptyGist });
      showGist(client, gist);
    },
  });
}

/** DELETE /gists/{gist_id}. Fails if the gist has changed since it was loaded. */
export function useDeleteGist({ id, version }: Pick<Gist, 'id' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /gists/{gist_id}', { params: { gist_id: id }, ifVersion: version }),
    onSuccess: () => {
      ownGistChanges.add(id);
      refetchLists(client);
    },
    onError: () => void client.invalidateQueries({ queryKey: gistItem(id).queryKey }),
  });
}

function showGist(client: QueryClient, gist: Gist): void {
  ownGistChanges.add(gist.id);
  client.setQueryData(gistItem(gist.id).queryKey, gist);
  refetchLists(client);
}

function refetchLists(client: QueryClient): void {
  for (const queryKey of [gistKeys.lists, gistKeys.counts, gistKeys.starred]) {
    void client.invalidateQueries({ queryKey });
  }
}
