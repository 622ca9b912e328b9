import { useMutation } from '@tanstack/react-query';
import type { View as SavedView } from '#contract';
import { call } from '../api.ts';
import { isConflict } from '../api-errors.ts';
import { showUndo } from '../notices/notices.ts';
import { fieldErrorsOf } from '../ui/form-field.tsx';
import { isChangedBeside, mergeView, replacedBy, type ViewChange } from './merge-view.ts';
import { showRefusal, useShownViews, writing } from './shown-views.ts';

/** `seen`: the view on which the change was decided. `done`: what is said once the view, as it is stored then, has it. */
type Changing = { seen: SavedView; change: ViewChange; done: (view: SavedView) => string; undoes?: boolean };

/**
 * PATCH /views/{view_id}. Shown at once, merged with what another window has changed meanwhile, put back if refused; can
 * be undone. One view's changes go out one after the other, each on the version that the one before it made.
 */
export function useChangeView(id: string) {
  const shown = useShownViews();
  const replace = (change: Partial<SavedView>): void =>
    void shown.show(views => views.map(view => (view.id === id ? { ...view, ...change } : view)));
  const mutation = useMutation({
    mutationKey: writing,
    scope: { id: `view ${id}` },
    mutationFn: ({ seen, change }: Changing) => patchView(seen, change),
    onMutate: async ({ seen, change }) => {
      await shown.hold();
      const before = shown.find(id) ?? seen;
      replace(change);
      return { before };
    },
    onSuccess: (view, { seen, change, done, undoes = false }) => {
      replace(view);
      const merged = isChangedBeside(change, seen, view) ? '; it was also changed in another window' : '';
      const undo = { seen: view, change: replacedBy(change, seen), done: () => 'The view is as it was' };
      showUndo(done(view) + merged, () => mutation.mutate({ ...undo, undoes: !undoes }));
    },
    onError: (error, changing, context) => {
      const { change, undoes = false } = changing;
      replace(context ? replacedBy(change, context.before) : {});
      // What is wrong with a name is said beside it.
      if (fieldErrorsOf(error)['name'] === undefined)
        showRefusal(undoes ? 'Not undone' : 'The view was not changed', error, () => mutation.mutate(changing));
    },
    onSettled: shown.readAgain,
  });
  return mutation;
}

/** The versions that changes of this page made: what the next one was decided on may not know of them yet. */
const madeHere = new Map<string, number>();

const mostTries = 5;

/** Stores a change on the version that was seen, or made since; after another window's change on top of that. */
async function patchView(seen: SavedView, change: ViewChange): Promise<SavedView> {
  let stored = { ...seen, version: Math.max(seen.version, madeHere.get(seen.id) ?? 0) };
  let rest = mergeView(seen, change, seen);
  for (let tries = 1; rest !== null && Object.keys(rest).length > 0; tries++) {
    try {
      const options = { params: { view_id: seen.id }, body: rest, ifVersion: stored.version };
      const { body: view } = await call('PATCH /views/{view_id}', options);
      madeHere.set(view.id, view.version);
      return view;
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
      stored = (await call('GET /views/{view_id}', { params: { view_id: seen.id } })).body;
      rest = mergeView(seen, change, stored);
      if (rest === null) throw error;
    }
  }
  return stored;
}
