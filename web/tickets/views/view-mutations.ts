import { useMutation } from '@tanstack/react-query';
import type { View as SavedView, ViewDraft } from '#contract';
import { call } from '../../api-client/client.ts';
import { showDone, showFailure, showUndo } from '../../toasts/toast-store.ts';
import { showViewError, useCachedViews, viewMutationKey } from './cached-views.ts';

type SaveRequest = { view: ViewDraft; idempotencyKey: string };

/**
 * POST /views; can be undone. `idempotencyKey` is the same for every attempt at the same view. `onError` also runs
 * after the calling component has unmounted.
 */
export function useSaveView({ onError = (_error: unknown, _request: SaveRequest): void => undefined } = {}) {
  const cache = useCachedViews();
  const { mutate: undo } = useRemoval({
    done: ({ name }) => showDone(`Undone: saved “${name}”`),
    failureTitle: () => 'Couldn’t undo',
  });
  return useMutation({
    mutationKey: viewMutationKey,
    onError,
    mutationFn: async ({ view, idempotencyKey }: SaveRequest) =>
      (await call('POST /views', { body: view, idempotencyKey })).body,
    onSuccess: async view => {
      await cache.cancelReads();
      cache.update(views => [...views.filter(({ id }) => id !== view.id), view]);
      showUndo(`“${view.name}” saved`, () => undo(view));
    },
    onSettled: cache.refetch,
  });
}

/** DELETE /views/{view_id}. Optimistic, rolled back on failure; undo creates the view again. */
export function useDeleteView() {
  const { mutate: save } = useSaveView({
    onError: (error, request) => showFailure('Couldn’t restore the view', error, () => save(request)),
  });
  const restore = ({ name, query, shared }: SavedView): void =>
    save({ view: { name, query, shared }, idempotencyKey: crypto.randomUUID() });
  return useRemoval({
    done: view => showUndo(`“${view.name}” deleted`, () => restore(view)),
    failureTitle: ({ name }) => `Couldn’t delete “${name}”`,
  });
}

type RemovalOptions = { done: (view: SavedView) => void; failureTitle: (view: SavedView) => string };

/** Deletes a view, unless another window has changed it. */
function useRemoval({ done, failureTitle }: RemovalOptions) {
  const cache = useCachedViews();
  const mutation = useMutation({
    mutationKey: viewMutationKey,
    mutationFn: ({ id, version }: SavedView) =>
      call('DELETE /views/{view_id}', { params: { view_id: id }, ifVersion: version }),
    onMutate: async view => {
      await cache.cancelReads();
      cache.update(views => views.filter(({ id }) => id !== view.id));
    },
    onSuccess: (_response, view) => done(view),
    onError: (error, view) => {
      cache.update(views => [...views, view].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)));
      showViewError(failureTitle(view), error, () => mutation.mutate(view));
    },
    onSettled: cache.refetch,
  });
  return mutation;
}
