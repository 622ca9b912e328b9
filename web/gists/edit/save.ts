import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { call } from '../../api.ts';
import { isConflict, isGone } from '../../api-errors.ts';
import { showDone, showFailure, showUndo, showWarning } from '../../notices/notices.ts';
import { usePerson } from '../../session/person.ts';
import { ownGists } from '../own-changes.ts';
import { gistItem, gistKeys } from '../queries.ts';
import { blank, isSendable } from './edit-draft.ts';
import { type GistDraft, gistPlace, removeSavedGist } from './gist-draft.ts';
import { type Clash, mergeDraft } from './merge-draft.ts';
import { undoDraft } from './undo-draft.ts';

/**
 * What came of saving: nothing was to be done, the way back and whether it was merged with theirs, or what has to be asked
 * first; nothing of that where a name was taken meanwhile, which the form tells.
 */
type Saved = 'nothing' | { undo: GistDraft; withTheirs: boolean } | { clashes: readonly Clash[] };

/** However fast others write, this often we start again on what they wrote. */
const mostTries = 5;

/**
 * PATCH /gists/{gist_id} with what a draft changes, on the version that it was merged with. Where somebody was faster,
 * it is merged with theirs and sent again; what both changed is not sent but asked. Can be undone. Its draft is removed,
 * also when the form has been left.
 */
export function useSaveGist(id: string) {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  const scope = { id: `gist ${id}` };
  const { mutate: undo } = useUndoSave(id, scope);
  return useMutation({
    mutationFn: (draft: GistDraft) => save(client, id, draft),
    scope,
    onSuccess: (saved, draft) => {
      if (saved === 'nothing' || 'undo' in saved) removeSavedGist(gistPlace(personId, id), draft);
      if (saved === 'nothing') showDone('Saved');
      else if ('undo' in saved) {
        const title = saved.withTheirs ? 'Saved, together with what others changed meanwhile' : 'Saved';
        showUndo(title, () => undo(saved.undo));
      }
    },
  });
}

/** Saves what undoes a save; where somebody has changed the same since, nothing is done. */
function useUndoSave(id: string, scope: { id: string }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (draft: GistDraft) => save(client, id, draft),
    scope,
    onSuccess: saved => {
      if (saved === 'nothing' || 'undo' in saved) showDone('Undone: saved the gist');
      else showWarning('Not undone', 'Somebody changed the gist in the meantime.');
    },
    onError: (error, draft) => {
      if (isGone(error)) showWarning('Not undone', 'Somebody deleted the gist in the meantime.');
      else showFailure('Not undone', error, () => mutation.mutate(draft));
    },
  });
  return mutation;
}

async function save(client: QueryClient, id: string, draft: GistDraft): Promise<Saved> {
  for (let tries = 1; ; tries++) {
    const stored = await client.ensureQueryData(gistItem(id));
    if (!isSendable(stored, draft)) return { clashes: [] };
    const { patch, clashes } = mergeDraft(draft, stored);
    if (clashes.length > 0) return { clashes };
    if (Object.keys(patch).length === 0) return 'nothing';
    try {
      const options = { params: { gist_id: id }, body: patch, ifVersion: stored.version };
      const { body: gist } = await call('PATCH /gists/{gist_id}', options);
      showGist(client, gist);
      return { undo: undoDraft(stored, gist), withTheirs: tries > 1 };
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
      await client.fetchQuery({ ...gistItem(id), staleTime: 0 });
    }
  }
}

/** POST /gists. The same draft is sent under the same key, however often it takes, and removed in the end. */
export function useCreateGist() {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  return useMutation({
    mutationFn: async ({ draft, idempotencyKey }: { draft: GistDraft; idempotencyKey: string }): Promise<Gist> => {
      const { description = '', public: visible = true, files = {} } = mergeDraft(draft, blank).patch;
      const named = Object.fromEntries(Object.entries(files).flatMap(([name, file]) => (file ? [[name, file]] : [])));
      const body = { description, public: visible, files: named };
      return (await call('POST /gists', { body, idempotencyKey })).body;
    },
    onSuccess: (gist, { draft }) => {
      removeSavedGist(gistPlace(personId, null), draft);
      showGist(client, gist);
    },
  });
}

/** DELETE /gists/{gist_id}, as long as it is the version that was looked at. */
export function useDeleteGist({ id, version }: Pick<Gist, 'id' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /gists/{gist_id}', { params: { gist_id: id }, ifVersion: version }),
    onSuccess: () => {
      ownGists.note(id);
      readListsAgain(client);
    },
    onError: () => void client.invalidateQueries({ queryKey: gistItem(id).queryKey }),
  });
}

function showGist(client: QueryClient, gist: Gist): void {
  ownGists.note(gist.id);
  client.setQueryData(gistItem(gist.id).queryKey, gist);
  readListsAgain(client);
}

function readListsAgain(client: QueryClient): void {
  for (const queryKey of [gistKeys.lists, gistKeys.counts, gistKeys.starred]) {
    void client.invalidateQueries({ queryKey });
  }
}
