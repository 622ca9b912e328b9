import type { Job } from '#contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useJobAction } from './use-job-actions.ts';

type DiscardJobsProps = {
  /** The jobs to discard; empty while the dialog is closed. */
  jobs: readonly Job[];
  onDone: () => void;
};

/** Discards jobs after confirmation. */
export function DiscardJobs({ jobs, onDone }: DiscardJobsProps) {
  const { mutate, error, isPending, reset } = useJobAction('discard');
  const dismiss = (): void => {
    reset();
    onDone();
  };
  return (
    <ConfirmDialog
      open={jobs.length > 0}
      title={jobs.length > 1 ? `Discard ${jobs.length} jobs?` : 'Discard this job?'}
      action="Discard"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate(jobs, { onSuccess: dismiss })}
      onDismiss={dismiss}
    >
      <p>The desk will not do this work.</p>
    </ConfirmDialog>
  );
}
