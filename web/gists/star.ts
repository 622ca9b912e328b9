import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api-client/client.ts';
import { isRecord } from '../storage/is-record.ts';
import { showFailure, showUndo } from '../toasts/toast-store.ts';
import { ownGistChanges } from './own-changes.ts';
import { gistKeys, starredGists } from './queries.ts';

type StarChange = { id: string; starred: boolean };

const starKey = ['gists', 'star'] as const;

/**
 * PUT or DELETE /gists/{gist_id}/star: optimistic, rolled back on failure. Requests are sent one after another, so that
 * the last click wins. Every role may star, because stars are personal.
 */
export function useToggleStar(): (id: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: starKey,
    mutationFn: async ({ id, starred }: StarChange) => {
      // Skips a change that a later change has superseded.
      if (!isLast(client, id)) return;
      await call(starred ? 'PUT /gists/{gist_id}/star' : 'DELETE /gists/{gist_id}/star', { params: { gist_id: id } });
    },
    scope: { id: 'stars' },
    onMutate: async change => {
      const { id, starred } = change;
      const undo = () => mutate({ id, starred: !starred });
      // Shows the toast before the response: `z` must undo this change, not the previous change.
      const closeToast = showUndo(starred ? 'Starred' : 'Unstarred', undo, `star ${id}`);
      await client.cancelQueries({ queryKey: gistKeys.starred });
      showStar(client, change);
      return closeToast;
    },
    onError: (error, { id, starred }, closeToast) => {
      closeToast?.();
      if (isLast(client, id)) showStar(client, { id, starred: !starred });
      showFailure(starred ? 'Couldn’t star the gist' : 'Couldn’t unstar the gist', error, () =>
        mutate({ id, starred }),
      );
    },
    onSettled: () => {
      if (findPendingStars(client).length > 1) return;
      for (const queryKey of [gistKeys.starred, gistKeys.lists, gistKeys.counts]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return id => {
    // Reads the cache, because the last rendered value may be stale.
    const ids = client.getQueryData(starredGists.queryKey);
    if (!ids) return;
    const change = { id, starred: !ids.has(id) };
    showStar(client, change);
    mutate(change);
  };
}

/** Returns whether the person starred a gist; undefined until loaded. */
export const useIsStarred = (): ((id: string) => boolean | undefined) => {
  const { data: ids } = useQuery(starredGists);
  return useCallback(id => ids?.has(id), [ids]);
};

const findPendingStars = (client: QueryClient) =>
  client.getMutationCache().findAll({ mutationKey: starKey, status: 'pending' });

/** Returns true if no later change of the same gist is pending. */
const isLast = (client: QueryClient, id: string): boolean =>
  findPendingStars(client).filter(({ state }) => isAbout(state.variables, id)).length <= 1;

const isAbout = (change: unknown, id: string): boolean => isRecord(change) && change['id'] === id;

function showStar(client: QueryClient, { id, starred }: StarChange): void {
  ownGistChanges.add(id);
  client.setQueryData(starredGists.queryKey, ids => ids && withStar(ids, id, starred));
}

const withStar = (ids: ReadonlySet<string>, id: string, starred: boolean): ReadonlySet<string> =>
  starred ? new Set([...ids, id]) : new Set([...ids].filter(each => each !== id));
