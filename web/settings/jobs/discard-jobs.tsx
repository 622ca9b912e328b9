import type { Job } from '#contract';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { useJobAction } from './use-job-actions.ts';

type DiscardJobsProps = {
  /** The jobs to discard; none while the dialog is closed. */
  jobs: readonly Job[];
  onDone: () => void;
};

/** Asks before jobs are discarded. */
export function DiscardJobs({ jobs, onDone }: DiscardJobsProps) {
  const { mutate, isPending } = useJobAction('discard');
  const title = jobs.length > 1 ? `Discard ${jobs.length} jobs?` : 'Discard this job?';
  return (
    <Dialog open={jobs.length > 0} title={title} onDismiss={isPending ? null : onDone}>
      <p>The desk will not do this work.</p>
      <DialogFooter>
        {/* biome-ignore lint/a11y/noAutofocus: the harmless choice has the focus */}
        <button type="button" className="button" autoFocus disabled={isPending} onClick={onDone}>
          Cancel
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isPending}
          onClick={() => mutate(jobs, { onSettled: onDone })}
        >
          Discard
        </button>
      </DialogFooter>
    </Dialog>
  );
}
