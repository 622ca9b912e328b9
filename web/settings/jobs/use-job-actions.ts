import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { showDone, showFailure, showToast } from '../../toasts/toast-store.ts';
import { jobsKey } from './queries.ts';

const requests = {
  retry: (id: string) => call('PUT /jobs/{job_id}/attempt', { params: { job_id: id } }),
  discard: (id: string) => call('DELETE /jobs/{job_id}', { params: { job_id: id } }),
};

const doneTexts: Record<keyof typeof requests, [one: string, many: (count: number) => string]> = {
  retry: ['Job retried', count => `${count} jobs retried`],
  discard: ['Job discarded', count => `${count} jobs discarded`],
};

/** Retries or discards jobs, and refetches the list. Skips jobs that no longer exist. */
export function useJobAction(action: keyof typeof requests) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (jobs: readonly Job[]) => {
      let count = 0;
      for (const { id } of jobs) count += await countDone(requests[action](id));
      return count;
    },
    onSuccess: (count, { length }) => {
      const [one, many] = doneTexts[action];
      if (count > 0) return showDone(count === 1 ? one : many(count));
      showToast({ tone: 'warning', title: length === 1 ? 'The job no longer exists' : 'These jobs no longer exist' });
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

/** Returns 1, or 0 if the job does not exist. */
const countDone = (request: Promise<unknown>): Promise<number> =>
  request.then(
    () => 1,
    (error: unknown) => {
      if (isNotFound(error)) return 0;
      throw error;
    },
  );
