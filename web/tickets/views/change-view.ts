import { useMutation } from '@tanstack/react-query';
import type { View as SavedView } from '#contract';
import { call } from '../../api-client/client.ts';
import { isConflict } from '../../api-client/errors.ts';
import { showUndo } from '../../toasts/toast-store.ts';
import { groupFieldErrors } from '../../ui/form-field.tsx';
import { showViewError, useCachedViews, viewMutationKey } from './cached-views.ts';
import { getReplacedValues, hasOtherChanges, mergeView, type ViewChange } from './merge-view.ts';

/** `seen`: the view that the person changed. `done`: the toast's text, given the stored view. */
type ViewUpdate = { seen: SavedView; change: ViewChange; done: (view: SavedView) => string; undoes?: boolean };

/**
 * PATCH /views/{view_id}. Optimistic, merged with changes from other windows, rolled back on failure, and undoable.
 * Changes of one view are sent one after another, each based on the version that the previous one created.
 */
export function useChangeView(id: string) {
  const shown = useCachedViews();
  const replace = (change: Partial<SavedView>): void =>
    void shown.show(views => views.map(view => (view.id === id ? { ...view, ...change } : view)));
  const mutation = useMutation({
    mutationKey: viewMutationKey,
    scope: { id: `view ${id}` },
    mutationFn: ({ seen, change }: ViewUpdate) => patchView(seen, change),
    onMutate: async ({ seen, change }) => {
      await shown.hold();
      const before = shown.find(id) ?? seen;
      replace(change);
      return { before };
    },
    onSuccess: (view, { seen, change, done, undoes = false }) => {
      replace(view);
      const merged = hasOtherChanges(change, seen, view) ? '; it was also changed in another window' : '';
      const undo = { seen: view, change: getReplacedValues(change, seen), done: () => 'Change undone' };
      showUndo(done(view) + merged, () => mutation.mutate({ ...undo, undoes: !undoes }));
    },
    onError: (error, changing, context) => {
      const { change, undoes = false } = changing;
      replace(context ? getReplacedValues(change, context.before) : {});
      // An invalid name is reported at its field.
      if (groupFieldErrors(error)['name'] === undefined)
        showViewError(undoes ? 'Not undone' : 'Couldn’t change the view', error, () => mutation.mutate(changing));
    },
    onSettled: shown.readAgain,
  });
  return mutation;
}

/** Versions created by this page, by view id. The next change may be based on an older one. */
const ownVersions = new Map<string, number>();

const maxAttempts = 5;

/** Sends a change, based on the version seen or created since. After a conflict, merges it with the stored view. */
async function patchView(seen: SavedView, change: ViewChange): Promise<SavedView> {
  let stored = { ...seen, version: Math.max(seen.version, ownVersions.get(seen.id) ?? 0) };
  let rest = mergeView(seen, change, seen);
  for (let attempt = 1; rest !== null && Object.keys(rest).length > 0; attempt++) {
    try {
      const options = { params: { view_id: seen.id }, body: rest, ifVersion: stored.version };
      const { body: view } = await call('PATCH /views/{view_id}', options);
      ownVersions.set(view.id, view.version);
      return view;
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error;
      stored = (await call('GET /views/{view_id}', { params: { view_id: seen.id } })).body;
      rest = mergeView(seen, change, stored);
      if (rest === null) throw error;
    }
  }
  return stored;
}
