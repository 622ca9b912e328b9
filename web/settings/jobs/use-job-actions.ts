import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { showDone, showFailure } from '../../toasts/toast-store.ts';
import { jobsKey } from './queries.ts';

const send = {
  retry: (id: string) => call('PUT /jobs/{job_id}/attempt', { params: { job_id: id } }),
  discard: (id: string) => call('DELETE /jobs/{job_id}', { params: { job_id: id } }),
};

const doneTexts: Record<keyof typeof send, [one: string, many: (count: number) => string]> = {
  retry: ['Job retried', count => `${count} jobs retried`],
  discard: ['Job discarded', count => `${count} jobs discarded`],
};

/** Retries or discards jobs, and refetches the list. Skips jobs that have finished in the meantime. */
export function useJobAction(action: keyof typeof send) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (jobs: readonly Job[]) => {
      for (const { id } of jobs) {
        await send[action](id).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      }
    },
    onSuccess: (_, jobs) => {
      const [one, many] = doneTexts[action];
      showDone(jobs.length === 1 ? one : many(jobs.length));
    },
    onError(error, jobs) {
      // For discarded jobs, the confirmation dialog shows the error.
      const title = jobs.length === 1 ? 'Couldn’t retry the job' : 'Couldn’t retry the jobs';
      if (action === 'retry') showFailure(title, error, () => mutation.mutate(jobs));
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
  return mutation;
}
