import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tag } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { SaveFailure } from '../load-failure.tsx';
import { isStoppedQuery, tagsQuery } from './queries.ts';

/** Repeats a merge or a deletion whose job was discarded or has failed. Shows nothing while the job waits or runs. */
export function ContinueRemoval({ tag: { name, removal } }: { tag: Tag }) {
  const { data: isStopped } = useQuery(isStoppedQuery(name));
  const client = useQueryClient();
  const into = removal?.into ?? null;
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const params = { name };
      if (into === null) await call('DELETE /tags/{name}', { params });
      else await call('PUT /tags/{name}/merge', { params, body: { into } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
  });
  if (!isStopped) return null;
  return (
    <div role="alert">
      <p>{into === null ? 'The deletion' : 'The merge'} stopped before it was complete.</p>
      {error && !isNotFound(error) && <SaveFailure error={error} />}
      <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
        Continue
      </button>
    </div>
  );
}
