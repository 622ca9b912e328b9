import { useMutation } from '@tanstack/react-query';
import type { View as SavedView, ViewDraft } from '#contract';
import { call } from '../../api-client/client.ts';
import { isConflict } from '../../api-client/errors.ts';
import { listKeys } from '../../api-client/list-keys.ts';
import { showUndo } from '../../toasts/toast-store.ts';
import { groupFieldErrors } from '../../ui/form-field.tsx';
import { showViewError, useCachedViews, viewMutationKey } from './cached-views.ts';

type ViewChange = Partial<ViewDraft>;

/**
 * `seen`: the view that the person changed. `done`: returns the text of the toast for the stored
 * view. `undoes`: true for an undo.
 */
type ViewUpdate = { seen: SavedView; change: ViewChange; done: (view: SavedView) => string; undoes?: boolean };

/**
 * PATCH /views/{view_id}. Optimistic, rolled back on failure, and undoable. Changes of one view are sent one after
 * another, each based on the version that the previous change created.
 */
export function useChangeView(id: string) {
  const cache = useCachedViews();
  const replace = (change: Partial<SavedView>): void =>
    void cache.update(views => views.map(view => (view.id === id ? { ...view, ...change } : view)));
  const mutation = useMutation({
    mutationKey: viewMutationKey,
    scope: { id: `view ${id}` },
    mutationFn: ({ seen, change }: ViewUpdate) => patchView(cache.find(id) ?? seen, change),
    onMutate: async ({ seen, change }) => {
      await cache.cancelReads();
      const before = cache.find(id) ?? seen;
      replace(change);
      return { before };
    },
    onSuccess: (view, { seen, change, done, undoes = false }) => {
      // A later change of another field may be pending.
      replace({ ...pickChanged(change, view), version: view.version });
      const undo = {
        seen: view,
        change: pickChanged(change, seen),
        done: () => (undoes ? 'Change redone' : 'Change undone'),
      };
      showUndo(done(view), () => mutation.mutate({ ...undo, undoes: !undoes }));
    },
    onError: (error, changing, context) => {
      const { change, undoes = false } = changing;
      replace(context ? pickChanged(change, context.before) : {});
      // An invalid name is reported at its field.
      if (groupFieldErrors(error)['name'] === undefined)
        showViewError(undoes ? 'Couldn’t undo' : 'Couldn’t change the view', error, () => mutation.mutate(changing));
    },
    onSettled: cache.refetch,
  });
  return mutation;
}

const fieldNames = listKeys<ViewDraft>({ name: true, query: true, shared: true });

/** Picks the fields that a change contains. */
const pickChanged = (change: ViewChange, view: ViewDraft): ViewChange =>
  Object.fromEntries(fieldNames.filter(name => change[name] !== undefined).map(name => [name, view[name]]));

/**
 * Sends the changed fields. Repeats the request if another window has changed the view. The last change of a field
 * wins.
 */
async function patchView({ id, version }: SavedView, change: ViewChange): Promise<SavedView> {
  const params = { view_id: id };
  const send = async (ifVersion: number): Promise<SavedView> =>
    (await call('PATCH /views/{view_id}', { params, body: change, ifVersion })).body;
  try {
    return await send(version);
  } catch (error) {
    if (!isConflict(error)) throw error;
    return await send((await call('GET /views/{view_id}', { params })).body.version);
  }
}
