import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api.ts';
import { isRecord } from '../kept/is-record.ts';
import { showFailure, showUndo } from '../notices/notices.ts';
import { ownGists } from './own-changes.ts';
import { gistKeys, starredGists } from './queries.ts';

type Starring = { id: string; starred: boolean };

const starKey = ['gists', 'star'] as const;

/**
 * PUT or DELETE /gists/{gist_id}/star: shown at once, put back if refused. They go out one after the other, so that
 * however fast one changes one's mind, the last word is what is stored. Anyone may star: a star is personal.
 */
export function useToggleStar(): (id: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: starKey,
    mutationFn: async ({ id, starred }: Starring) => {
      // Overtaken while it waited: the one behind it says what is wanted now.
      if (!isLast(client, id)) return;
      await call(starred ? 'PUT /gists/{gist_id}/star' : 'DELETE /gists/{gist_id}/star', { params: { gist_id: id } });
    },
    scope: { id: 'stars' },
    onMutate: async starring => {
      await client.cancelQueries({ queryKey: gistKeys.starred });
      showStar(client, starring);
    },
    onSuccess: (_answer, { id, starred }) => {
      const undo = () => mutate({ id, starred: !starred });
      if (isLast(client, id)) showUndo(starred ? 'Starred' : 'Star taken off', undo, `star ${id}`);
    },
    onError: (error, { id, starred }) => {
      if (isLast(client, id)) showStar(client, { id, starred: !starred });
      showFailure(starred ? 'The gist was not starred' : 'The star was not taken off', error, () =>
        mutate({ id, starred }),
      );
    },
    onSettled: () => {
      if (pendingStars(client).length > 1) return;
      for (const queryKey of [gistKeys.starred, gistKeys.lists, gistKeys.counts]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return id => {
    // What the cache says, not what was last drawn: one may be faster than the screen.
    const ids = client.getQueryData(starredGists.queryKey);
    if (!ids) return;
    const starring = { id, starred: !ids.has(id) };
    showStar(client, starring);
    mutate(starring);
  };
}

/** Whether one starred a gist; undefined until that is read. */
export const useIsStarred = (): ((id: string) => boolean | undefined) => {
  const { data: ids } = useQuery(starredGists);
  return useCallback(id => ids?.has(id), [ids]);
};

const pendingStars = (client: QueryClient) =>
  client.getMutationCache().findAll({ mutationKey: starKey, status: 'pending' });

/** Whether nothing later about the same gist is under way. */
const isLast = (client: QueryClient, id: string): boolean =>
  pendingStars(client).filter(({ state }) => isAbout(state.variables, id)).length <= 1;

const isAbout = (starring: unknown, id: string): boolean => isRecord(starring) && starring['id'] === id;

function showStar(client: QueryClient, { id, starred }: Starring): void {
  ownGists.note(id);
  client.setQueryData(starredGists.queryKey, ids => ids && withStar(ids, id, starred));
}

const withStar = (ids: ReadonlySet<string>, id: string, starred: boolean): ReadonlySet<string> =>
  starred ? new Set([...ids, id]) : new Set([...ids].filter(other => other !== id));
