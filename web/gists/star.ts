import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { showFailure, showUndo } from '../notices.ts';
import { gistKeys, starredGists } from './queries.ts';

/** PUT or DELETE /gists/{gist_id}/star. Shown at once, put back if refused. Anyone may star: a star is personal. */
export function useStar(id: string) {
  const client = useQueryClient();
  const show = (starred: boolean): void => {
    client.setQueryData(starredGists.queryKey, ids => ids && withStar(ids, id, starred));
  };
  const mutation = useMutation({
    mutationFn: (starred: boolean) =>
      call(starred ? 'PUT /gists/{gist_id}/star' : 'DELETE /gists/{gist_id}/star', { params: { gist_id: id } }),
    scope: { id: `star ${id}` },
    onMutate: async starred => {
      await client.cancelQueries({ queryKey: gistKeys.starred });
      show(starred);
    },
    onSuccess: (_answer, starred) => {
      showUndo(starred ? 'Starred' : 'Star taken off', () => mutation.mutate(!starred));
    },
    onError: (error, starred) => {
      show(!starred);
      showFailure(starred ? 'The gist was not starred' : 'The star was not taken off', error);
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: gistKeys.starred });
      await client.invalidateQueries({ queryKey: gistKeys.lists });
    },
  });
  return mutation;
}

const withStar = (ids: ReadonlySet<string>, id: string, starred: boolean): ReadonlySet<string> =>
  starred ? new Set([...ids, id]) : new Set([...ids].filter(other => other !== id));
