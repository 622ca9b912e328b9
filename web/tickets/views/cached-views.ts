import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { View as SavedView } from '#contract';
import { isConflict } from '../../api-client/errors.ts';
import { usePerson } from '../../session/person.ts';
import { showFailure, showWarning } from '../../toasts/toast-store.ts';
import { savedViews } from './queries.ts';

export const viewMutationKey = ['views', 'write'] as const;

/** Returns functions that read and change the cached views of the signed-in person. */
export function useCachedViews() {
  const client = useQueryClient();
  const { queryKey } = savedViews(usePerson().id);
  return {
    /** Cancels running reads, which must not overwrite the optimistic update. */
    cancelReads: () => client.cancelQueries({ queryKey }),
    find: (id: string) => client.getQueryData(queryKey)?.find(view => view.id === id),
    update: (change: (views: SavedView[]) => SavedView[]) =>
      client.setQueryData(queryKey, views => views && change(views)),
    refetch: () => refetchAfterLastWrite(client, queryKey),
  };
}

/** Refetches the views unless another write is running. Does not await the response, so that the dialog can close. */
function refetchAfterLastWrite(client: QueryClient, queryKey: readonly unknown[]): void {
  if (client.isMutating({ mutationKey: viewMutationKey }) > 1) return;
  void client.invalidateQueries({ queryKey });
}

/** Reports a failed change of a view. After a conflict, the person must check the view first. */
export function showViewError(title: string, error: unknown, retry: () => void): void {
  if (isConflict(error)) showWarning(title, 'The view has changed elsewhere. Check it and try again.');
  else showFailure(title, error, retry);
}
