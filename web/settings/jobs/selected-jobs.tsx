import type { Job } from '#contract';
import { useAction, useRunAction } from '../../keyboard/use-action.ts';
import { type RowStateStore, useRowState } from '../../list/row-state.ts';
import { emptySelection } from '../../list/selection.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import css from './jobs.module.css';
import { useJobAction } from './use-job-actions.ts';

type SelectedJobsProps = {
  jobs: readonly Job[];
  rowState: RowStateStore;
  onDiscard: (jobs: readonly Job[]) => void;
};

/**
 * Retries and discards the selected jobs, or else the focused job. Skips running jobs. The buttons are shown only while
 * jobs are selected; the keyboard shortcuts also work for the focused job.
 */
export function SelectedJobs({ jobs, rowState, onDiscard }: SelectedJobsProps) {
  const { selection, current, hasFocus } = useRowState(state => state);
  const retry = useJobAction('retry');
  const run = useRunAction();
  // A selected job may have left the list.
  const count = jobs.filter(({ id }) => selection.ids.has(id)).length;
  const isTarget = (id: string) => (count > 0 ? selection.ids.has(id) : hasFocus && id === current);
  const targets = jobs.filter(({ id, state }) => isTarget(id) && state !== 'running');
  const canAct = targets.length > 0 && !retry.isPending;
  const clear = () => rowState.update({ selection: emptySelection });
  const retryTargets = (): void => {
    retry.mutate(targets);
    // The retried job stays in the list until it has finished.
    if (count === 0) run('list.next');
  };
  useAction('job.retry', canAct ? retryTargets : null);
  useAction('job.discard', canAct ? () => onDiscard(targets) : null);
  useAction('back', count > 0 ? clear : null);
  return (
    <>
      <span role="status" className={count > 0 ? `${css.count} number` : 'visually-hidden'}>
        {count > 0 && `${count} selected`}
      </span>
      {count > 0 && (
        <>
          <button type="button" className="button" disabled={!canAct} onClick={() => retry.mutate(targets)}>
            Retry <KeyHint keys="r" />
          </button>
          <button type="button" className="button" disabled={!canAct} onClick={() => onDiscard(targets)}>
            Discard <KeyHint keys="#" />
          </button>
          <button type="button" className="icon-button" aria-label="Clear the selection" onClick={clear}>
            <Icon name="cross" size={14} />
          </button>
        </>
      )}
    </>
  );
}
