import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { View as SavedView } from '#contract';
import { isConflict } from '../api-errors.ts';
import { showFailure, showWarning } from '../notices/notices.ts';
import { usePerson } from '../session/person.ts';
import { savedViews } from './queries.ts';

/** The key of every mutation that writes a view. */
export const writing = ['views', 'write'] as const;

/** What is shown of the views, read and written. */
export function useShownViews() {
  const client = useQueryClient();
  const { queryKey } = savedViews(usePerson().id);
  return {
    /** Whatever is being read was asked before: it must not overwrite what is shown now. */
    hold: () => client.cancelQueries({ queryKey }),
    find: (id: string) => client.getQueryData(queryKey)?.find(view => view.id === id),
    show: (change: (views: SavedView[]) => SavedView[]) =>
      client.setQueryData(queryKey, views => views && change(views)),
    readAgain: () => readAgainAfterLast(client, queryKey),
  };
}

/** The change does not wait for it: its dialog closes once it is stored. */
function readAgainAfterLast(client: QueryClient, queryKey: readonly unknown[]): void {
  if (client.isMutating({ mutationKey: writing }) > 1) return;
  void client.invalidateQueries({ queryKey });
}

/** Tells that a view was not written, and why. */
export function showRefusal(what: string, error: unknown, again: () => void): void {
  if (isConflict(error)) showWarning(what, 'It was changed in another window meanwhile. Look again, and repeat it.');
  else showFailure(what, error, again);
}
