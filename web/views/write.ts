import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { View as SavedView, ViewDraft } from '#contract';
import { call } from '../api.ts';
import { isConflict } from '../api-errors.ts';
import { showFailure, showUndo, showWarning } from '../notices/notices.ts';
import { usePerson } from '../session/person.ts';
import { fieldErrorsOf } from '../ui/form-field.tsx';
import { savedViews } from './queries.ts';

/** What can be changed of a view. */
type ViewChange = Partial<ViewDraft>;

/** What is shown of the views, read and written. */
function useShownViews() {
  const client = useQueryClient();
  const { queryKey } = savedViews(usePerson().id);
  return {
    client,
    queryKey,
    /** Whatever is being read was asked before: it must not overwrite what is shown now. */
    hold: () => client.cancelQueries({ queryKey }),
    find: (id: string) => client.getQueryData(queryKey)?.find(view => view.id === id),
    show: (change: (views: SavedView[]) => SavedView[]) =>
      client.setQueryData(queryKey, views => views && change(views)),
    readAgain: () => readAgainAfterLast(client, queryKey),
  };
}

const writing = ['views', 'write'] as const;

async function readAgainAfterLast(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  if (client.isMutating({ mutationKey: writing }) > 1) return;
  await client.invalidateQueries({ queryKey });
}

type Saving = { view: ViewDraft; idempotencyKey: string };

/** POST /views. `idempotencyKey`: the same for every attempt at the same view. `onError`: whoever asked may be gone. */
export function useSaveView({ onError = (_error: unknown, _saving: Saving): void => undefined } = {}) {
  const shown = useShownViews();
  return useMutation({
    mutationKey: writing,
    onError,
    mutationFn: async ({ view, idempotencyKey }: Saving) =>
      (await call('POST /views', { body: view, idempotencyKey })).body,
    onSuccess: async view => {
      await shown.hold();
      shown.show(views => [...views.filter(({ id }) => id !== view.id), view]);
    },
    onSettled: shown.readAgain,
  });
}

type Changing = { change: ViewChange; done: string };

/**
 * PATCH /views/{view_id}. Shown at once, put back if refused; can be undone. One view's changes go out one after the
 * other, each on the version that the one before it made.
 */
export function useChangeView(id: string) {
  const shown = useShownViews();
  const replace = (change: Partial<SavedView>): void =>
    void shown.show(views => views.map(view => (view.id === id ? { ...view, ...change } : view)));
  const mutation = useMutation({
    mutationKey: writing,
    scope: { id: `view ${id}` },
    mutationFn: async ({ change }: Changing) => {
      const version = shown.find(id)?.version;
      const options = { params: { view_id: id }, body: change, ...(version !== undefined && { ifVersion: version }) };
      return (await call('PATCH /views/{view_id}', options)).body;
    },
    onMutate: async ({ change }) => {
      await shown.hold();
      const before = shown.find(id);
      replace(change);
      const names = Object.keys(change) as (keyof ViewChange)[];
      return { replaced: before ? Object.fromEntries(names.map(name => [name, before[name]])) : {} };
    },
    onSuccess: (view, { done }, { replaced }) => {
      replace(view);
      showUndo(done, () => mutation.mutate({ change: replaced, done: 'The view is as it was' }));
    },
    onError: (error, changing, context) => {
      replace(context?.replaced ?? {});
      // What is wrong with a name is said beside it.
      if (fieldErrorsOf(error)['name'] === undefined)
        showRefusal('The view was not changed', error, () => mutation.mutate(changing));
    },
    onSettled: shown.readAgain,
  });
  return mutation;
}

/** DELETE /views/{view_id}. Gone at once, back if refused; undone, it is made again. */
export function useDeleteView() {
  const shown = useShownViews();
  const { mutate: save } = useSaveView({
    onError: (error, saving) => showFailure('The view was not made again', error, () => save(saving)),
  });
  const makeAgain = ({ name, query, shared }: SavedView): void =>
    save({ view: { name, query, shared }, idempotencyKey: crypto.randomUUID() });
  const mutation = useMutation({
    mutationKey: writing,
    mutationFn: ({ id, version }: SavedView) =>
      call('DELETE /views/{view_id}', { params: { view_id: id }, ifVersion: version }),
    onMutate: async view => {
      await shown.hold();
      shown.show(views => views.filter(({ id }) => id !== view.id));
    },
    onSuccess: (_answer, view) => void showUndo(`“${view.name}” deleted`, () => makeAgain(view)),
    onError: (error, view) => {
      shown.show(views => [...views, view].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)));
      showRefusal(`“${view.name}” was not deleted`, error, () => mutation.mutate(view));
    },
    onSettled: shown.readAgain,
  });
  return mutation;
}

function showRefusal(what: string, error: unknown, again: () => void): void {
  if (isConflict(error)) showWarning(what, 'It was changed in another window meanwhile. Look again, and repeat it.');
  else showFailure(what, error, again);
}
