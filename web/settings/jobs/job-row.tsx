import { Link } from '@tanstack/react-router';
import type { Job } from '#contract';
import { RowCheckbox } from '../../list/row-checkbox.tsx';
import { useRowState } from '../../list/row-state.ts';
import { formatCount } from '../../ui/format-count.ts';
import { Time } from '../../ui/time.tsx';
import { StateError, StateLabel } from '../state-label.tsx';
import { jobKindLabels, jobStateLooks } from './job-labels.ts';
import css from './jobs.module.css';
import { useJobAction } from './use-job-actions.ts';

type JobRowProps = { job: Job; onDiscard: (job: Job) => void };

/** A job with its kind, subject and state, and with buttons unless it is running. */
export function JobRow({ job, onDiscard }: JobRowProps) {
  const retry = useJobAction('retry');
  const selected = useRowState(({ selection }) => selection.ids.has(job.id));
  return (
    <li data-state={job.state} data-selected={selected || undefined}>
      <RowCheckbox id={job.id} label={`Select ${jobKindLabels[job.kind]}`} isFocusTarget />
      <span className={css.name}>
        <strong>{jobKindLabels[job.kind]}</strong> <Subject job={job} />
      </span>
      <StateLabel look={jobStateLooks[job.state]} />
      <Detail job={job} />
      {job.state !== 'running' && (
        <span className={css.buttons}>
          <button type="button" className="button" disabled={retry.isPending} onClick={() => retry.mutate([job])}>
            {job.state === 'dead' ? 'Retry' : 'Run now'}
          </button>
          <button type="button" className="button" onClick={() => onDiscard(job)}>
            Discard
          </button>
        </span>
      )}
    </li>
  );
}

/** Links to the mailbox or ticket of a job. Other jobs have no subject. */
function Subject({ job: { payload } }: { job: Job }) {
  const { mailbox_id: mailboxId, ticket_id: ticketId } = payload;
  if (typeof mailboxId === 'string')
    return (
      <Link to="/settings/mailboxes/$mailboxId" params={{ mailboxId }}>
        Mailbox {mailboxId}
      </Link>
    );
  if (typeof ticketId === 'string')
    return (
      <Link to="/tickets/$ticketId" params={{ ticketId }} search={{}}>
        Ticket #{ticketId}
      </Link>
    );
  return null;
}

/** The due time or progress of a job, its attempts and its last error. */
function Detail({ job: { state, run_at, attempts, last_error, progress } }: { job: Job }) {
  return (
    <span className={css.detail}>
      {state === 'waiting' && (
        <span>
          Due <Time at={run_at} as="when" />
        </span>
      )}
      {state === 'running' && (progress === null ? 'Running now' : `${progress.done} of ${progress.total} done`)}
      {attempts > 0 && state !== 'running' && <span>{formatCount(attempts, 'attempt')}</span>}
      {last_error !== null && <StateError error={last_error} />}
    </span>
  );
}
