import { useMutation } from '@tanstack/react-query';
import type { View as SavedView, ViewDraft } from '#contract';
import { call } from '../api.ts';
import { showDone, showFailure, showUndo } from '../notices/notices.ts';
import { showRefusal, useShownViews, writing } from './shown-views.ts';

type Saving = { view: ViewDraft; idempotencyKey: string };

/**
 * POST /views; can be undone. `idempotencyKey`: the same for every attempt at the same view. `onError`: whoever asked may
 * be gone.
 */
export function useSaveView({ onError = (_error: unknown, _saving: Saving): void => undefined } = {}) {
  const shown = useShownViews();
  const { mutate: takeBack } = useRemoval({
    done: ({ name }) => showDone(`Undone: saved “${name}”`),
    refusal: () => 'Not undone',
  });
  return useMutation({
    mutationKey: writing,
    onError,
    mutationFn: async ({ view, idempotencyKey }: Saving) =>
      (await call('POST /views', { body: view, idempotencyKey })).body,
    onSuccess: async view => {
      await shown.hold();
      shown.show(views => [...views.filter(({ id }) => id !== view.id), view]);
      showUndo(`“${view.name}” saved`, () => takeBack(view));
    },
    onSettled: shown.readAgain,
  });
}

/** DELETE /views/{view_id}. Gone at once, back if refused; undone, it is made again. */
export function useDeleteView() {
  const { mutate: save } = useSaveView({
    onError: (error, saving) => showFailure('The view was not made again', error, () => save(saving)),
  });
  const makeAgain = ({ name, query, shared }: SavedView): void =>
    save({ view: { name, query, shared }, idempotencyKey: crypto.randomUUID() });
  return useRemoval({
    done: view => showUndo(`“${view.name}” deleted`, () => makeAgain(view)),
    refusal: ({ name }) => `“${name}” was not deleted`,
  });
}

/** How it is told that a view is gone, or why it is not. */
type Telling = { done: (view: SavedView) => void; refusal: (view: SavedView) => string };

/** Removes a view, unless another window has changed it since it was seen. */
function useRemoval({ done, refusal }: Telling) {
  const shown = useShownViews();
  const mutation = useMutation({
    mutationKey: writing,
    mutationFn: ({ id, version }: SavedView) =>
      call('DELETE /views/{view_id}', { params: { view_id: id }, ifVersion: version }),
    onMutate: async view => {
      await shown.hold();
      shown.show(views => views.filter(({ id }) => id !== view.id));
    },
    onSuccess: (_answer, view) => done(view),
    onError: (error, view) => {
      shown.show(views => [...views, view].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)));
      showRefusal(refusal(view), error, () => mutation.mutate(view));
    },
    onSettled: shown.readAgain,
  });
  return mutation;
}
