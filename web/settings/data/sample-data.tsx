import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SampleData as SampleCounts } from '#contract';
import { call } from '../../api-client/client.ts';
import { peopleQuery } from '../../people/queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import form from '../form/settings-form.module.css';
import { lacksScope, SaveFailure } from '../load-failure.tsx';
import { JobProgress } from '../tags/removal-progress.tsx';
import { describeRemaining, describeRemoval, hasSampleData } from './sample-texts.ts';

const pollMilliseconds = 1000;

/** GET /sample_data: the remaining sample data. Refetched while a job removes it. */
export const sampleDataQuery = queryOptions({
  queryKey: ['settings', 'sample-data'],
  queryFn: async ({ signal }) => (await call('GET /sample_data', { signal })).body,
  refetchInterval: ({ state: { data } }) => data?.removal != null && pollMilliseconds,
  staleTime: 0,
});

/** Removes the sample data after confirmation. Shows nothing on a desk without sample data. */
export function SampleData() {
  const { data } = useQuery(sampleDataQuery);
  // The number of items in use, stored during the removal. Afterwards they are no longer sample data.
  const [inUse, setInUse] = useState<number | null>(null);
  const isDone = inUse !== null && data !== undefined && !hasSampleData(data);
  const client = useQueryClient();
  useEffect(() => {
    // The removal disabled the accounts of sample people.
    if (isDone) void client.invalidateQueries({ queryKey: peopleQuery.queryKey });
  }, [isDone, client]);
  if (data === undefined) return null;
  if (data.removal !== null && data.in_use !== inUse) setInUse(data.in_use);
  if (!hasSampleData(data) && !isDone) return null;
  return (
    <section className={form.form} tabIndex={-1} aria-label="Sample data">
      <h2>Sample data</h2>
      {data.removal !== null ? (
        <JobProgress label="Removing the sample data" {...data.removal} />
      ) : isDone ? (
        <p className={form.about} role="status">
          The sample data was removed. {describeRemaining(inUse)}
        </p>
      ) : (
        <RemoveSampleData data={data} onStart={() => setInUse(data.in_use)} />
      )}
    </section>
  );
}

function RemoveSampleData({ data, onStart }: { data: SampleCounts; onStart: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /sample_data', {}),
    onSuccess: async () => {
      onStart();
      setConfirming(false);
      await client.invalidateQueries({ queryKey: sampleDataQuery.queryKey });
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <p className={form.about}>Example tickets, gists and people that this desk started with.</p>
      <footer>
        <button type="button" className="button" onClick={() => setConfirming(true)}>
          Remove the sample data
        </button>
      </footer>
      <ConfirmDialog
        open={isConfirming}
        title="Remove the sample data?"
        action="Remove"
        error={lacksScope(error) ? null : error}
        isPending={isPending}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          {describeRemoval(data)} {describeRemaining(data.in_use)}
        </p>
        {lacksScope(error) && <SaveFailure error={error} />}
      </ConfirmDialog>
    </>
  );
}
